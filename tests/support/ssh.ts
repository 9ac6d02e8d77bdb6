// OpenSSH's own programs, with nothing of the machine's settings: keys in a folder, and the client.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { runProgram } from './program.ts'

export interface SshKeyFile {
  file: string
  publicKey: string
}

export async function makeSshKey(folder: string, name: string, ...kind: string[]): Promise<SshKeyFile> {
  const file = join(folder, name)
  const args = [
    '-q',
    '-N',
    '',
    '-C',
    `${name}@laptop`,
    '-f',
    file,
    ...(kind.length > 0 ? kind : ['-t', 'ed25519']),
  ]
  const { code, output } = await runProgram({ command: 'ssh-keygen', args, cwd: folder })
  if (code !== 0) throw new Error(`ssh-keygen: ${output}`)
  return { file, publicKey: readFileSync(`${file}.pub`, 'utf8').trim() }
}

export interface SshOutcome {
  code: number
  stdout: string
  stderr: string
}

export interface SshCall {
  folder: string
  port: number
  key?: SshKeyFile
  /** More keys to offer, before that one. */
  others?: SshKeyFile[]
  options?: string[]
  command?: string[]
  input?: string
  program?: 'ssh' | 'sftp'
}

/** Runs the client to its end. */
export async function runSsh(call: SshCall): Promise<SshOutcome> {
  const { folder, port, key, others = [], options = [], command = [], program = 'ssh' } = call
  const keys = [...others, ...(key ? [key] : [])].flatMap(({ file }) => ['-i', file])
  const settings = [
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'BatchMode=yes',
    'StrictHostKeyChecking=accept-new',
    'LogLevel=INFO',
    `UserKnownHostsFile=${join(folder, 'known_hosts')}`,
  ].flatMap((one) => ['-o', one])
  const portFlag = program === 'sftp' ? '-P' : '-p'
  const args = [
    '-F',
    'none',
    portFlag,
    String(port),
    ...keys,
    ...settings,
    ...options,
    'anybody@127.0.0.1',
    ...command,
  ]
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdin.on('error', () => undefined).end(call.input ?? '')
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, stdout, stderr }
}
