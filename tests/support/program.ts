// Runs a program to its end, with nothing of the machine's settings but where its programs are.
import { spawn } from 'node:child_process'

export interface Outcome {
  code: number
  /** What it said on both ways, as a person would see it. */
  output: string
}

export interface ProgramOptions {
  command: string
  args: string[]
  cwd: string
  env?: NodeJS.ProcessEnv
  timeout?: number
}

export function runProgram(options: ProgramOptions): Promise<Outcome> {
  const { command, args, cwd, env = {}, timeout = 100_000 } = options
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, LANG: 'C.UTF-8', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}
