// Requests that a trusted proxy sends for somebody it has signed in. The proxy says so with each request, so there is no
// session to keep; who the name is here is found out once and remembered for a few minutes.
import type { IncomingMessage } from 'node:http'
import type { HttpSso } from '@bindery/contracts'
import { audit } from '../../access/audit.ts'
import { admitExternal } from '../../access/external/external-users.ts'
import type { ExternalIdentity } from '../../access/external/external-identity.ts'
import type { RequestIdentity } from '../../access/external/request-identities.ts'
import { secondFactorNeed } from '../../access/sign-in/second-factor.ts'
import { findUserById } from '../../access/people/users.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest, forbidden } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { isTrustedPeer, readProxyHeader } from './header.ts'
import { httpSsoSettings } from './settings.ts'

interface Known {
  /** Undefined when the person is not let in. */
  userId: string | undefined
  until: number
  settings: string
}

const knownMs = 5 * 60_000
const refusedMs = 60_000
const mostKnown = 10_000

export function proxyIdentity(services: Services): RequestIdentity {
  const known = new Map<string, Known>()

  async function admit(settings: HttpSso, name: string, request: IncomingMessage): Promise<Known> {
    const now = services.clock.now().getTime()
    const remembered = { settings: JSON.stringify(settings) }
    const before = known.get(name)
    try {
      const userId = await signIn(services, settings, {
        name,
        address: addressOf(request),
        isNew: !before?.userId,
      })
      return { userId, until: now + knownMs, ...remembered }
    } catch (error) {
      // Not let in is nobody in particular: the sign-in screen stays open to those who have a password.
      if (!(error instanceof AppError)) throw error
      services.log.warn('Somebody whom the proxy signed in is not let in', { name, reason: error.message })
      // A directory that is down for a moment does not put out who is in.
      const isStillIn = error.code === 'not-ready' && before?.settings === remembered.settings
      return { userId: isStillIn ? before.userId : undefined, until: now + refusedMs, ...remembered }
    }
  }

  return {
    mayKnow(request) {
      const settings = services.access.live.peek(httpSsoSettings)
      return settings === undefined || (settings.isEnabled && isTrustedPeer(settings, request))
    },
    async userIdOf(request) {
      const settings = await services.access.live.get(httpSsoSettings)
      if (!settings.isEnabled) return undefined
      const named = readProxyHeader(settings, request)
      if (named.kind === 'ambiguous' || named.kind === 'not-a-name') throw refusal(settings, named.kind)
      if (named.kind !== 'named') return undefined
      let person = known.get(named.name)
      const isFresh = person && person.until > services.clock.now().getTime()
      if (!person || !isFresh || person.settings !== JSON.stringify(settings)) {
        person = await admit(settings, named.name, request)
        if (known.size >= mostKnown) known.clear()
        known.set(named.name, person)
      }
      return person.userId
    },
  }
}

/** Returns the id of the user; throws a refusal when this person is not let in by a header alone. */
async function signIn(
  services: Services,
  settings: HttpSso,
  { name, address, isNew }: { name: string; address: string | null; isNew: boolean },
): Promise<string> {
  const { access, database } = services
  const by = { actor: { name }, address }
  const identity = await identityOf(services, settings, name)
  const userId = await admitExternal(access, by, identity, {
    createUsers: settings.autoCreateUsers,
    syncGroups: settings.syncLdapGroups,
    allowProfile: settings.allowProfile,
  })
  const user = await findUserById(database.db, userId)
  if (user && (await secondFactorNeed(access, user)) !== 'none')
    throw forbidden('A second factor is asked of this person, which a proxy cannot give.')
  if (isNew)
    await transaction(database, async (db) => {
      const last_signed_in_at = access.clock.now().toISOString()
      await db.updateTable('users').set({ last_signed_in_at }).where('id', '=', userId).execute()
      const detail = { method: 'http-sso' }
      await audit(access, db, by, { kind: 'sign-in.succeeded', target: user?.name ?? name, detail })
    })
  return userId
}

/** With LDAP, the person is the one whom the directory has under this name, and so are their groups. */
async function identityOf({ access }: Services, settings: HttpSso, name: string): Promise<ExternalIdentity> {
  if (settings.syncLdapGroups)
    for (const realm of access.realms) {
      const found = await realm.find?.(name)
      if (found) return found
    }
  return { realm: 'http-sso', provider: 'http-sso', name }
}

const addressOf = (request: IncomingMessage) => request.socket.remoteAddress ?? null

const refusal = ({ header }: HttpSso, kind: 'ambiguous' | 'not-a-name') =>
  badRequest(
    kind === 'ambiguous'
      ? `The header ${header} is there twice, or once more with "_" for "-". The proxy must remove what visitors send.`
      : `The header ${header} does not hold one user name.`,
  )
