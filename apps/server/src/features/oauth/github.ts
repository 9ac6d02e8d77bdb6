// GitHub speaks OAuth 2 but no OpenID Connect: who came is asked of its API.
import type { OutboundReply } from '../../platform/outbound/fetch.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { z } from 'zod'
import type { Services } from '../feature.ts'
import type { Claims } from './identity.ts'
import type { StoredProvider } from './providers.ts'

const User = z.object({ id: z.number(), login: z.string() })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const Organisations = z.array(z.object({ login: z.string() }))
const Teams = z.array(z.object({ slug: z.string(), organization: z.object({ login: z.string() }) }))

/** In the words of OpenID Connect, so that the rest treats it alike. */
export async function githubClaims(
  services: Services,
  { settings }: StoredProvider,
  accessToken: string,
): Promise<Claims> {
  const ask = asker(services, apiOf(settings.issuer), accessToken)
  const [user, emails, organisations, teams] = await Promise.all([
    ask('/user', User),
    ask('/user/emails', Emails, []),
    ask('/user/orgs?per_page=100', Organisations, []),
    ask('/user/teams?per_page=100', Teams, []),
  ])
  const email = emails.find(({ primary, verified }) => primary && verified)?.email
  return {
    sub: String(user.id),
    login: user.login,
    ...(email === undefined ? {} : { email, email_verified: true }),
    organisations: organisations.map(({ login }) => login),
    groups: [
      ...organisations.map(({ login }) => login),
      ...teams.map(({ organization, slug }) => `${organization.login}/${slug}`),
    ],
  }
}

/** GitHub itself has its API on another host, a server of one's own below a path. */
const apiOf = (issuer: string) =>
  issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`

function asker({ outbound }: Services, base: string, accessToken: string) {
  return async <T>(path: string, schema: z.ZodType<T>, whenRefused?: T): Promise<T> => {
    const reply = await outbound.fetch(`${base}${path}`, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'Bindery',
      },
      redirects: 'none',
    })
    // A scope that was not asked for, or not granted, leaves only that part empty.
    if ((reply.status === 403 || reply.status === 404) && whenRefused !== undefined) return whenRefused
    if (reply.status !== 200) throw badRequest(`GitHub answered ${reply.status} when asked who you are.`)
    return parse(reply, schema)
  }
}

function parse<T>(reply: OutboundReply, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(reply.text))
  } catch (cause) {
    throw new AppError('bad-gateway', 'GitHub answered something that was not understood.', { cause })
  }
}
