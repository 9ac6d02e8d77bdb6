// One SSH connection: signing in by public key, then short commands. Nothing else that SSH can do is done here, and whoever asks
// for it is told so.
import type { AuthContext, Connection, PublicKeyAuthContext, ServerChannel, Session } from 'ssh2'
import { AppError } from '../errors.ts'
import { lazily } from '../lazily.ts'
import type { Log } from '../log.ts'

const ssh2 = lazily<typeof import('ssh2')>('ssh2')

/** Whoever is behind a public key. */
interface Holder<Who> {
  who: Who
  /** The stored key, as a line of `authorized_keys`. */
  publicKey: string
}

/** The sign-in of one connection. */
export interface SignIn<Who> {
  /** Undefined: nobody who may sign in from here. */
  find(key: Buffer): Promise<Holder<Who> | undefined>
}

export interface Caller {
  address: string
  /** The address of ours that they reached. */
  localAddress: string
}

export interface CommandServer<Who> {
  log: Log
  /** What the command writes; throws an AppError whose sentence is for the caller. */
  run(who: Who, command: string, caller: Caller): Promise<string>
}

/** Others offer all keys of an agent, one after the other; OpenSSH's server takes six, too. */
const mostTries = 6
const mostSessions = 10
const longestCommand = 1024

export class SshConnection<Who> {
  readonly #client: Connection
  readonly #signIn: SignIn<Who>
  readonly #server: CommandServer<Who>
  readonly #caller: Caller
  readonly #onIdle: () => void
  readonly #onBusy: () => void
  #who: Who | undefined
  #tries = 0
  #sessions = 0
  #running = 0

  constructor(options: {
    client: Connection
    signIn: SignIn<Who>
    server: CommandServer<Who>
    caller: Caller
    /** It has signed in, or its last command has ended. */
    onIdle(): void
    onBusy(): void
  }) {
    this.#client = options.client
    this.#signIn = options.signIn
    this.#server = options.server
    this.#caller = options.caller
    this.#onIdle = options.onIdle
    this.#onBusy = options.onBusy
    this.#client
      .on('authentication', (context) => void this.#safely(() => this.#authenticate(context)))
      .on('ready', () => this.#onIdle())
      .on('session', (accept, reject) => this.#openSession(accept, reject))
      // What others send wrongly ends their connection, and is no concern of ours.
      .on('error', (error) => this.#server.log.debug('An SSH connection failed', { error, ...this.#caller }))
  }

  get isSignedIn(): boolean {
    return this.#who !== undefined
  }

  get isBusy(): boolean {
    return this.#running > 0
  }

  end(): void {
    this.#client.end()
  }

  async #authenticate(context: AuthContext): Promise<void> {
    if (context.method === 'publickey' && (await this.#isTheirs(context))) return context.accept()
    context.reject(['publickey'])
    // Asking which ways there are is no try.
    if (context.method !== 'none' && ++this.#tries >= mostTries) this.end()
  }

  /** Without a signature it is a question whether this key would do. */
  async #isTheirs({ key, signature, blob, hashAlgo }: PublicKeyAuthContext): Promise<boolean> {
    // SHA-1, which a signature of an RSA key has unless it says otherwise, is broken.
    if (key.algo === 'ssh-rsa' && hashAlgo === undefined) return false
    const holder = await this.#signIn.find(key.data)
    if (holder === undefined) return false
    if (signature === undefined || blob === undefined) return true
    const known = ssh2().utils.parseKey(holder.publicKey)
    if (known instanceof Error) return false
    // Against its types, it returns an error where there is no telling: only true is a yes.
    const verdict: unknown = known.verify(blob, signature, hashAlgo)
    if (verdict !== true) return false
    this.#who = holder.who
    return true
  }

  #openSession(accept: () => Session, reject: () => void): void {
    if (this.#sessions >= mostSessions) return reject()
    this.#sessions += 1
    const serve = (channel: ServerChannel | undefined, work: () => Promise<string>) =>
      void this.#safely(() => this.#serve(channel, work))
    accept()
      .on('exec', (open, _, { command }) => serve(open(), () => this.#run(command)))
      .on('shell', (open) => serve(open(), () => Promise.reject(refused('There is no shell here.'))))
      .on('subsystem', (open, _, { name }) => serve(open(), () => Promise.reject(noSubsystem(name))))
      .on('close', () => (this.#sessions -= 1))
  }

  async #run(command: string): Promise<string> {
    if (command.length > longestCommand)
      throw refused(`The command is too long: it has more than ${longestCommand} characters.`)
    // Sessions are opened only after signing in.
    if (this.#who === undefined) throw refused('Sign in first.')
    return this.#server.run(this.#who, command, this.#caller)
  }

  async #serve(channel: ServerChannel | undefined, work: () => Promise<string>): Promise<void> {
    // A session runs one command; the library has refused the second.
    if (channel === undefined) return
    this.#running += 1
    this.#onBusy()
    channel.once('close', () => {
      this.#running -= 1
      if (this.#running === 0) this.#onIdle()
    })
    // Input is read by nobody; left alone it would keep the channel open.
    channel.on('error', () => undefined).resume()
    try {
      channel.write(await work())
      channel.exit(0)
    } catch (error) {
      channel.stderr.write(`${this.#sentenceFor(error)}\n`)
      channel.exit(1)
    }
    channel.end()
  }

  /** What goes wrong about one connection ends that one, not the process. */
  async #safely(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#server.log.error('An SSH connection was given up', { error, ...this.#caller })
      this.end()
    }
  }

  #sentenceFor(error: unknown): string {
    if (error instanceof AppError) return error.message
    this.#server.log.error('A command over SSH failed', { error, ...this.#caller })
    return 'Something went wrong on the server. Its log says what.'
  }
}

export const refused = (sentence: string) => new AppError('forbidden', sentence)

const noSubsystem = (name: string) =>
  refused(name === 'sftp' ? 'Files are not served over SSH. Use HTTP.' : 'There are no subsystems here.')
