// One connection to a directory: reached under the policy for outgoing connections, encrypted as the settings say, with the
// certificate checked always, bounded in time and in what it returns. It follows no referral, so a directory cannot
// send us, and the passwords we carry, elsewhere.
import { isIP, connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure, getCACertificates, type ConnectionOptions } from 'node:tls'
import type { LdapServerSettings } from '@bindery/contracts'
import type { Client, Entry, SearchOptions } from 'ldapts'
import { AppError } from '../../platform/errors.ts'
import type { OutboundPolicy } from '../../platform/outbound/policy.ts'
import { ldapts, parseFilter } from './names.ts'

export interface ServerToAsk extends LdapServerSettings {
  key: string
  managerPassword: string
}

/** Not reachable, or not a directory: which of them is not told, so that nobody maps a network with our help. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super('The server is not reachable, or does not answer as an LDAP server does.', { cause })
  }
}

/** It answers, yet its certificate does not prove that it is the one we mean. */
export class Untrusted extends Error {}

export interface FoundEntry {
  dn: string
  /** By lower-case names; values as text, those of objectGUID in hexadecimal digits. */
  attributes: Map<string, string[]>
}

const pageSize = 500

export class Directory {
  readonly #client: Client
  readonly #socket: Socket
  readonly #server: ServerToAsk
  readonly baseDn: string

  private constructor(client: Client, socket: Socket, server: ServerToAsk) {
    this.#client = client
    this.#socket = socket
    this.#server = server
    this.baseDn = addressOf(server.url).baseDn
  }

  /** Connected, and encrypted where that is set; nothing was said yet. */
  static async open(server: ServerToAsk, policy: OutboundPolicy): Promise<Directory> {
    const { host, port, isSecure } = addressOf(server.url)
    policy.check(host)
    const timeout = server.timeoutSeconds * 1000
    const trust = trustOf(server, host)
    const connected = await established(
      isSecure
        ? connectSecure({ ...trust, port, lookup: policy.lookup })
        : connectPlain({ host, port, lookup: policy.lookup }),
      isSecure ? 'secureConnect' : 'connect',
      timeout,
    )
    let socket: Socket | undefined = connected
    const client = new (ldapts().Client)({
      url: 'ldap://given',
      timeout,
      connectTimeout: timeout,
      strictDN: false,
      // The library would connect anew when the line drops, without encryption: what follows may be a password.
      createConnection: () => {
        const once = socket
        socket = undefined
        if (!once) throw new Error('The connection has ended.')
        return once
      },
    })
    const directory = new Directory(client, connected, server)
    if (server.useStartTls && !isSecure)
      await client.startTLS(trust).catch(async (error: unknown) => {
        await directory.close()
        throw asFailure(error)
      })
    return directory
  }

  /** False when the name or the password is wrong. */
  async bind(name: string, password: string): Promise<boolean> {
    // A bind without a password succeeds anywhere: it is the anonymous one (RFC 4513, 5.1.2).
    if (name === '' || password === '') return false
    try {
      await this.#client.bind(name, password)
      return true
    } catch (error) {
      if (error instanceof ldapts().InvalidCredentialsError) return false
      throw asFailure(error)
    }
  }

  /** At most `limit` entries, none when the base does not exist; undefined when there are more. */
  async search(
    base: string,
    options: SearchOptions & { filter: string },
    limit: number,
  ): Promise<FoundEntry[] | undefined> {
    const filter = parseFilter(options.filter)
    try {
      const found: FoundEntry[] = []
      for await (const entries of this.#pages(base, { ...options, filter }, limit)) {
        found.push(...entries.map(toFound))
        if (found.length > limit) return undefined
      }
      return found
    } catch (error) {
      if (error instanceof ldapts().NoSuchObjectError) return []
      throw asFailure(error)
    }
  }

  async *#pages(base: string, given: SearchOptions, limit: number): AsyncGenerator<Entry[]> {
    const timeLimit = this.#server.timeoutSeconds
    const options: SearchOptions = { ...given, timeLimit, explicitBufferAttributes: ['objectGUID'] }
    if (limit < pageSize || !this.#server.usesPaging) {
      const { searchEntries } = await this.#client.search(base, { ...options, sizeLimit: limit + 1 })
      yield searchEntries
    } else {
      const pages = this.#client.searchPaginated(base, { ...options, paged: { pageSize } })
      for await (const page of pages) yield page.searchEntries
    }
  }

  async close(): Promise<void> {
    // A line that is broken already needs no goodbye.
    await this.#client.unbind().catch(() => {})
    // The library closes what it has used; nobody may have asked anything.
    this.#socket.destroy()
  }
}

/** Runs `work` on a connection of its own. */
export async function withDirectory<T>(
  server: ServerToAsk,
  policy: OutboundPolicy,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  const directory = await Directory.open(server, policy)
  try {
    return await work(directory)
  } finally {
    await directory.close()
  }
}

export function addressOf(url: string): { host: string; port: number; isSecure: boolean; baseDn: string } {
  const parsed = new URL(url)
  const isSecure = parsed.protocol.toLowerCase() === 'ldaps:'
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (isSecure ? 636 : 389) : Number(parsed.port),
    isSecure,
    baseDn: decodeURIComponent(parsed.pathname.slice(1)),
  }
}

function trustOf(server: ServerToAsk, host: string): ConnectionOptions {
  const own = server.caCertificate.trim()
  return {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ca: [...getCACertificates('default'), ...getCACertificates('system'), ...(own === '' ? [] : [own])],
    rejectUnauthorized: true,
  }
}

function established(socket: Socket, event: 'connect' | 'secureConnect', timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('No connection in time.')), timeout)
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(asFailure(error))
    })
    socket.once(event, () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // Until the library listens itself: an error that nobody hears would end the process.
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}

const certificateCodes = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/

function asFailure(error: unknown): unknown {
  // What the directory itself answers, and refusals of ours, stay what they are.
  if (error instanceof ldapts().ResultCodeError || error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (certificateCodes.test(code))
    return new Untrusted(
      `The certificate of the server is not trusted (${code}). Paste the certificate of its authority into the settings, and use the host name that the certificate is for.`,
      { cause: error },
    )
  return new Unreachable(error)
}

const toFound = ({ dn, ...attributes }: Entry): FoundEntry => ({
  dn,
  attributes: new Map(
    Object.entries(attributes).map(([name, value]) => [
      name.toLowerCase(),
      [value].flat().map((one) => (typeof one === 'string' ? one : one.toString('hex'))),
    ]),
  ),
})
