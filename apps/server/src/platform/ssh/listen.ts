// Opens the SSH port, and keeps what comes in within limits: connections, time, bytes. Stopping lets running commands end.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Algorithms, Connection } from 'ssh2'
import { lazily } from '../lazily.ts'
import { bind } from '../bind.ts'
import { SshConnection, type CommandServer, type SignIn } from './connection.ts'

const ssh2 = lazily<typeof import('ssh2')>('ssh2')

interface SshOptions<Who> extends CommandServer<Who> {
  host: string
  port: number
  /** In OpenSSH's own form. */
  hostKey: string
  /** How long one may take to sign in, and then do nothing, in milliseconds. */
  timeout: number
  maxConnections: number
  signIn(address: string): CountedSignIn<Who>
}

export interface CountedSignIn<Who> extends SignIn<Who> {
  /** The connection has ended; what was wrong about it is counted. */
  end(isSignedIn: boolean): Promise<void>
}

interface SshListening {
  port: number
  close(timeout: number): Promise<void>
}

/** All that one connection may send: keys and short commands. */
const mostBytes = 1024 * 1024

/** No CBC, no SHA-1, nothing that was agreed on before 2013; no compression, which only an attacker would need. */
const algorithms: Algorithms = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
  ],
  serverHostKey: ['ssh-ed25519'],
  cipher: ['aes256-gcm@openssh.com', 'aes128-gcm@openssh.com', 'aes256-ctr', 'aes128-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
}

export async function listenSsh<Who>(options: SshOptions<Who>): Promise<SshListening> {
  const open = new Map<Socket, Visit<Who>>()
  const ending = new Set<Promise<void>>()
  const server = createServer({ noDelay: true }, (socket) => {
    if (isFull(options, open, socket)) return turnAway(socket)
    const visit = receive(options, socket)
    open.set(socket, visit)
    socket.once('close', () => {
      open.delete(socket)
      const counted = visit.end().finally(() => ending.delete(counted))
      ending.add(counted)
    })
  })
  await bind(server, options.host, options.port)
  return {
    port: portOf(server),
    async close(timeout) {
      const closed = once(server, 'close')
      server.close()
      for (const visit of open.values()) visit.stop()
      const giveUp = setTimeout(() => open.forEach((_, socket) => socket.destroy()), timeout)
      await closed
      clearTimeout(giveUp)
      await Promise.all(ending)
    },
  }
}

interface Visit<Who> {
  connection: SshConnection<Who> | undefined
  /** Ends it, after the command that is running. */
  stop(): void
  end(): Promise<void>
}

function receive<Who>(options: SshOptions<Who>, socket: Socket): Visit<Who> {
  const address = socket.remoteAddress ?? 'unknown'
  const signIn = options.signIn(address)
  const giveUp = setTimeout(() => socket.destroy(), options.timeout)
  let isStopping = false
  // A timer that was cleared would begin again.
  const wait = () => void (socket.destroyed || giveUp.refresh())
  const leave = () => {
    visit.connection?.end()
    // Once what was written is on its way; the other side is not waited for.
    socket.destroySoon()
  }
  const visit: Visit<Who> = {
    connection: undefined,
    stop() {
      isStopping = true
      if (visit.connection?.isBusy !== true) leave()
    },
    end() {
      clearTimeout(giveUp)
      return signIn.end(visit.connection?.isSignedIn ?? false)
    },
  }
  const meet = (client: Connection) => {
    visit.connection = new SshConnection({
      client,
      signIn,
      server: options,
      caller: { address, localAddress: socket.localAddress ?? '' },
      onIdle: () => (isStopping ? leave() : wait()),
      onBusy: wait,
    })
  }
  // The library tells nobody which socket a client came by, so that each has a server object of its own.
  const protocol = { hostKeys: [options.hostKey], ident: 'Bindery', algorithms }
  new (ssh2().Server)(protocol, meet).injectSocket(socket)
  socket.on('data', () => socket.bytesRead > mostBytes && socket.destroy())
  return visit
}

function isFull<Who>(
  { maxConnections }: SshOptions<Who>,
  open: Map<Socket, Visit<Who>>,
  socket: Socket,
): boolean {
  if (open.size >= maxConnections) return true
  const waiting = [...open].filter(
    ([other, { connection }]) => other.remoteAddress === socket.remoteAddress && !connection?.isSignedIn,
  )
  return waiting.length >= maxConnections / 2
}

/** Lines before the greeting are allowed, and shown by clients that are asked to say more. */
function turnAway(socket: Socket): void {
  socket.on('error', () => undefined).end('Too many SSH connections are open. Try again later.\r\n')
  socket.setTimeout(1000, () => socket.destroy())
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
