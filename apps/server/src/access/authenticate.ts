// From the headers of a request to an actor: cookie, Basic (password or token), Bearer, X-JFrog-Art-Api.
// Wrong credentials are refused even where anonymous access would do: a client must learn that its secret is wrong.
import { live as liveCalls, session as sessionCalls } from '@bindery/contracts'
import { hash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { UserRow } from '../platform/db/schema.ts'
import { AppError } from '../platform/errors.ts'
import { versionColumns } from './rules/access-version.ts'
import type { Access } from './access.ts'
import { nobody, type Actor } from './actor.ts'
import { checkPassword, refuseForPrograms } from './sign-in/check-password.ts'
import { readCookie } from './sign-in/cookies.ts'
import { rememberNewPlace } from './sign-in/known-places.ts'
import { anonymousName, loadActor, loadAnonymous } from './rules/load-actor.ts'
import { actorOfRequest } from './external/request-identities.ts'
import { securityOf } from './sign-in/security.ts'
import { findSession, sessionCookie, touch } from './sign-in/sessions.ts'
import { actorOfToken, type TokenIdentity } from './tokens/token-actor.ts'
import { isOurSecret, isStillGiven, verifySecret } from './tokens/token-credential.ts'
import { findUserById } from './people/users.ts'

interface Authenticated {
  actor: Actor
  /** Cookies travel by themselves, so writes that rely on one must prove that our own page sent them. */
  byCookie: boolean
}

/** Remembered so that the next request with the same credential costs a digest, not an argon2id. */
export interface VerifiedCredential {
  userId: string
  /** For a password: the stored hash it was checked against; a changed one ends the memory. */
  passwordHash?: string | null
  /** For a token; its user may be nobody. */
  token?: TokenIdentity
  expiresAt?: string | null
  /** For an API key. */
  apiKeyHash?: string
  /** For a password that a realm elsewhere checked: when to ask there again, in milliseconds. */
  askAgainAt?: number
}

/** Beside the credential what it led to; for a process alone on its database, until anything changes. */
export interface RememberedCredential extends VerifiedCredential {
  actor?: Actor
  /** On a shared database: the version of people and credentials that it is true for. */
  version?: string
  /** When its use was last noted, in milliseconds. */
  notedAt: number
}

type AddressOf = (request: IncomingMessage) => string

const challenge = { 'www-authenticate': 'Basic realm="Artifactory Realm"' }

export const notSignedIn = (message: string) => new AppError('not-signed-in', message, { headers: challenge })

/**
 * The answer when nothing must be read for it: a credential that was checked before, or none at all. Most requests of
 * package clients end here, without a single wait.
 */
export function authenticateNow(
  access: Access,
  request: IncomingMessage,
  addressOf: AddressOf,
): Actor | undefined {
  if (access.database.isShared) return undefined
  const { headers, url } = request
  const { authorization, cookie } = headers
  if (authorization !== undefined) return rememberedNow(access, authorization, addressOf(request))
  if (cookie !== undefined || headers['x-jfrog-art-api'] !== undefined) return undefined
  if (access.requestIdentities.some((one) => one.mayKnow(request))) return undefined
  const settings = access.live.peek(access.security)
  if (settings === undefined) return undefined
  if (!settings.anonymousAccess || (isOfTheUi(url) && !settings.anonymousUiAccess)) return nobody
  const known = access.actors.get(anonymousName)
  return known?.version.people === access.generation ? known.actor : undefined
}

export async function authenticate(
  access: Access,
  request: IncomingMessage,
  addressOf: AddressOf,
): Promise<Authenticated> {
  const { headers } = request
  const address = () => addressOf(request)
  if (headers.authorization !== undefined)
    return { actor: await byHeader(access, headers.authorization, address()), byCookie: false }
  const apiKey = headers['x-jfrog-art-api']
  if (typeof apiKey === 'string' && apiKey !== '')
    return { actor: await byToken(access, apiKey, address()), byCookie: false }
  // What a proxy adds travels by itself, as a cookie does.
  const actor = (await byCookie(access, request)) ?? (await actorOfRequest(access, request))
  if (actor) return { actor, byCookie: true }
  const { anonymousAccess, anonymousUiAccess } = await securityOf(access)
  const isOpen = anonymousAccess && (anonymousUiAccess || !isOfTheUi(request.url))
  return { actor: await loadAnonymous(access, isOpen), byCookie: false }
}

/** The web application's own calls. */
const isOfTheUi = (url = '') => url.startsWith('/ui/api/')

async function byCookie(access: Access, { headers, url }: IncomingMessage): Promise<Actor | undefined> {
  const value = readCookie(headers.cookie, sessionCookie)
  const session = value === undefined ? undefined : await findSession(access, value)
  const actor = session && (await loadActor(access, session.user_id))
  if (!session || !actor?.hasUiAccess) return undefined
  if (!isNoSignOfLife(url)) touch(access, session)
  return actor
}

/** Whoever asks whether a session is alive does not keep it so, nor does a page that only listens. */
const isNoSignOfLife = (url = '') =>
  url === sessionCalls.check.path || url.split('?', 1)[0] === liveCalls.events.path

async function byHeader(access: Access, header: string, address: string): Promise<Actor> {
  const [scheme = '', value = ''] = header.split(/\s+/, 2)
  if (/^bearer$/i.test(scheme)) return byToken(access, value, address, header)
  if (/^basic$/i.test(scheme)) return byBasic(access, value, address, header)
  throw notSignedIn('This kind of Authorization header is not taken. Use Basic or Bearer.')
}

async function byBasic(access: Access, encoded: string, address: string, header: string): Promise<Actor> {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0)
    throw notSignedIn('The Basic credentials are malformed: there is no colon between name and password.')
  const name = decoded.slice(0, colon).toLowerCase()
  const password = decoded.slice(colon + 1)
  // With a token as password the user name may be anything: the identity comes from the token.
  if (isOurSecret(password)) return byToken(access, password, address, header)
  return remembered(access, header, address, async () => {
    const user = await withChallenge(() => checkPassword(access, { name, password, address }))
    if (!user) throw notSignedIn('The user name or the password is wrong.')
    await rememberNewPlace(access, user.id, { address, device: undefined })
    const credential = { userId: user.id, passwordHash: user.password_hash }
    return user.realm === 'internal' ? credential : { ...credential, askAgainAt: Date.now() + realmMemoryMs }
  })
}

/** What changes in a directory nobody tells us. */
const realmMemoryMs = 60_000
const isOld = ({ askAgainAt }: VerifiedCredential) => askAgainAt !== undefined && askAgainAt <= Date.now()

const byToken = (access: Access, secret: string, address: string, header = secret): Promise<Actor> =>
  remembered(access, header, address, async () => {
    const credential = await verifySecret(access, secret)
    if (!credential) throw notSignedIn('The token is not valid. It may have been revoked; make a new one.')
    return credential
  })

// Digests of secrets under a key that nobody knows and that ends with the process: they are only ever compared here.
const memoryKey = randomBytes(32).toString('base64')
const memoryLimit = 10_000
// With the address: who guesses elsewhere must not meet what is remembered here.
const keyOf = (header: string, address: string) => hash('sha256', memoryKey + address + header, 'base64')

function rememberedNow(access: Access, header: string, address: string): Actor | undefined {
  const credential = access.verified.get(keyOf(header, address))
  if (credential?.actor === undefined || isOld(credential)) return undefined
  // Expiry and uses of tokens are looked at every second, not every time.
  if (credential.token !== undefined && Date.now() - credential.notedAt > 1000) return undefined
  return credential.actor
}

async function remembered(
  access: Access,
  header: string,
  address: string,
  verify: () => Promise<VerifiedCredential>,
): Promise<Actor> {
  const key = keyOf(header, address)
  const known = await findRemembered(access, key)
  const { generation } = access
  const credential = known ?? (await verifyAndRemember(access, key, verify))
  noteUse(access, credential, address)
  const actor = credential.token
    ? await actorOfToken(access, credential.token)
    : await loadActor(access, credential.userId)
  if (!actor) throw notSignedIn('The user of these credentials does not exist any more, or is disabled.')
  if (access.generation === generation) credential.actor = actor
  return actor
}

async function findRemembered(access: Access, key: string): Promise<RememberedCredential | undefined> {
  const credential = access.verified.get(key)
  if (!credential || isOld(credential)) return undefined
  if (access.database.isShared && !(await isStillValid(access, credential))) return undefined
  return credential
}

async function verifyAndRemember(
  access: Access,
  key: string,
  verify: () => Promise<VerifiedCredential>,
): Promise<RememberedCredential> {
  const { generation } = access
  const version = access.database.isShared ? await readVersion(access) : undefined
  const credential = { ...(await verify()), notedAt: 0, ...(version !== undefined && { version }) }
  if (credential.passwordHash !== undefined) await refuseUserForPrograms(access, credential.userId)
  if (access.verified.size >= memoryLimit) access.verified.clear()
  // Checking takes its time, in which the password may have been changed or the token revoked.
  if (access.generation === generation) access.verified.set(key, credential)
  return credential
}

function noteUse(access: Access, credential: RememberedCredential, address: string): void {
  const now = access.clock.now().toISOString()
  if (credential.expiresAt && credential.expiresAt <= now)
    throw notSignedIn('The token has expired. Make a new one.')
  credential.notedAt = Date.now()
  if (credential.token) access.tokenUses.set(credential.token.id, { at: now, address })
}

async function refuseUserForPrograms(access: Access, userId: string): Promise<void> {
  const user: UserRow | undefined = await findUserById(access.database.db, userId)
  if (user) await withChallenge(() => refuseForPrograms(access, user))
}

/** A refusal of credentials, told as programs expect it. */
async function withChallenge<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error
    throw new AppError(error.code, error.message, { headers: challenge, cause: error })
  }
}

/** Another process may have changed the password or revoked the token since. */
async function isStillValid(access: Access, credential: RememberedCredential): Promise<boolean> {
  return (await isStillGiven(access, credential)) ?? credential.version === (await readVersion(access))
}

async function readVersion(access: Access): Promise<string> {
  const row = await access.database.db
    .selectFrom('settings')
    .select(versionColumns)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.people_version
}
