// A PostgreSQL of our own in a temporary folder: started for one test command, gone after it. It gives up
// durability for speed; what survives a crash is the crash test's subject.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface Cluster {
  /** Of the maintenance database; tests make their own beside it. */
  url: string
  stop(): Promise<void>
}

export async function startPostgres(): Promise<Cluster> {
  const bin = findServerPrograms()
  const owner = unprivilegedOwner()
  const folder = mkdtempSync(join(tmpdir(), 'bindery-postgres-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  initialise(bin, folder, owner)
  const port = await freePort()
  const server = spawn(join(bin, 'postgres'), serverArguments(folder, port), {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const forget = onSuddenEnd(() => {
    server.kill('SIGQUIT')
    removeWhileEnding(folder)
  })
  await ready(server, port)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      forget()
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Owner {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  const account =
    accounts.find((line) => line.startsWith('postgres:')) ??
    accounts.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = account?.split(':') ?? []
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres" to run it as.')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Debian keeps one folder per version, out of PATH. */
function findServerPrograms(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (!found) throw new Error('There is no PostgreSQL server here. On Debian: apt-get install postgresql')
  return found
}

function initialise(bin: string, folder: string, owner: Owner | undefined) {
  const args = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  const { status, stderr } = spawnSync(join(bin, 'initdb'), args, { ...owner, cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

function serverArguments(folder: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Some applications in each of some workers, each with a pool of its own.
    max_connections: 500,
    shared_buffers: '64MB',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', join(folder, 'data'), ...flags]
}

async function ready(server: ChildProcess, port: number) {
  let log = ''
  server.stderr?.on('data', (chunk: Buffer) => (log = (log + chunk).slice(-4000)))
  const deadline = Date.now() + 60_000
  while (!log.includes('ready to accept connections') || !(await accepts(port))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended while starting: ${log}`)
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not become ready in 60 s: ${log}`)
    await delay(20)
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** SIGQUIT ends it at once; there is nothing to save. */
async function ended(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGQUIT')
  await exit
}

/** What no `stop` reaches: an error in the middle, Ctrl+C. Returns the way to call it off. */
function onSuddenEnd(clean: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    clean()
    // Once more, for whoever else listens, or else to end as if nobody had.
    process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', clean)
    for (const signal of signals) process.off(signal, onSignal)
  }
  process.on('exit', clean)
  for (const signal of signals) process.on(signal, onSignal)
  return forget
}

/** The dying server may still write into the folder, and a process on its way out cannot wait for events. */
function removeWhileEnding(folder: string) {
  for (let attempt = 0; existsSync(folder) && attempt < 50; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}
