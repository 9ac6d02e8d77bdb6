// What is asked of a Crowd server, over its REST API:
// https://developer.atlassian.com/server/crowd/crowd-rest-resources/
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { OutboundFetch, OutboundReply } from '../../platform/outbound/fetch.ts'
import type { CrowdToAsk } from './settings.ts'

const CrowdUser = z.object({
  name: z.string(),
  email: z.string().nullish(),
  'display-name': z.string().nullish(),
  active: z.boolean().default(true),
  /** Stays though the name changes. */
  key: z.string().nullish(),
})
export type CrowdUser = z.infer<typeof CrowdUser>

const CrowdGroups = z.object({ groups: z.array(z.object({ name: z.string() })) })

const CrowdRefusal = z.object({ reason: z.string() })

const pageSize = 1000
const mostGroups = 10_000
export const crowdTimeoutMs = 5_000

export class CrowdClient {
  readonly #fetch: OutboundFetch
  readonly #crowd: CrowdToAsk

  constructor(fetch: OutboundFetch, crowd: CrowdToAsk) {
    this.#fetch = fetch
    this.#crowd = crowd
  }

  /** Undefined when Crowd does not know the person, the password is wrong, or the account is not active. */
  async authenticate(name: string, password: string): Promise<CrowdUser | undefined> {
    const reply = await this.#send('POST', 'authentication', { username: name }, { value: password })
    return reply.status === 200 ? activeUser(parse(CrowdUser, reply)) : this.#refused(reply)
  }

  async find(name: string): Promise<CrowdUser | undefined> {
    const reply = await this.#send('GET', 'user', { username: name })
    return reply.status === 200 ? activeUser(parse(CrowdUser, reply)) : this.#refused(reply)
  }

  /** Those that the person is in, groups of groups included. */
  async groupsOf(name: string): Promise<string[]> {
    const found: string[] = []
    while (found.length < mostGroups) {
      const page = { 'start-index': String(found.length), 'max-results': String(pageSize) }
      const reply = await this.#send('GET', 'user/group/nested', { username: name, ...page })
      if (reply.status !== 200) throw unusable(reply)
      const { groups } = parse(CrowdGroups, reply)
      found.push(...groups.map((group) => group.name))
      if (groups.length < pageSize) break
    }
    return [...new Set(found)]
  }

  #send(
    method: 'GET' | 'POST',
    path: string,
    query: Record<string, string>,
    body?: object,
  ): Promise<OutboundReply> {
    const { serverUrl, applicationName, password, usesDefaultProxy } = this.#crowd
    const credentials = Buffer.from(`${applicationName}:${password}`).toString('base64')
    const url = `${serverUrl.replace(/\/+$/, '')}/rest/usermanagement/1/${path}?${new URLSearchParams(query)}`
    const reply = this.#fetch(url, {
      method,
      headers: {
        authorization: `Basic ${credentials}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      timeoutMs: crowdTimeoutMs,
      redirects: 'none',
      proxy: usesDefaultProxy ? undefined : null,
    })
    return reply.catch((error: unknown) => {
      // A refused address is our own word, and stays.
      throw error instanceof AppError && error.code === 'bad-request' ? error : new NotCrowd(error)
    })
  }

  #refused(reply: OutboundReply): undefined {
    // 400 is a wrong password or an account that may not sign in, 404 a person whom Crowd does not know.
    const isAnswer =
      (reply.status === 400 || reply.status === 404) && CrowdRefusal.safeParse(asJson(reply.text)).success
    if (isAnswer) return undefined
    throw unusable(reply)
  }
}

/** Not reachable, or not Crowd: which of them is not told, so that nobody maps a network with our help. */
export class NotCrowd extends Error {
  constructor(cause: unknown) {
    super('The server is not reachable, or does not answer as Crowd does.', { cause })
  }
}

function unusable({ status, headers }: OutboundReply): Error {
  // Crowd says so in each answer.
  if (headers.get('x-embedded-crowd-version') === null)
    return new NotCrowd(`It answers with status ${status}.`)
  const why: Record<number, string> = {
    401: 'Crowd refuses the application: its name or password is wrong.',
    403: 'Crowd does not let this server in. Add its address to the application’s remote addresses there.',
  }
  return new AppError('bad-gateway', why[status] ?? `Crowd answers with status ${status}.`)
}

const activeUser = (user: CrowdUser) => (user.active ? user : undefined)

function parse<T>(schema: z.ZodType<T>, reply: OutboundReply): T {
  try {
    return schema.parse(asJson(reply.text))
  } catch (cause) {
    throw new NotCrowd(cause)
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
