// The browser's side of a sign-in elsewhere. A short-lived cookie ties the whole way to the browser that began it, so that
// nobody can be signed in to somebody else's account by an answer that another browser fetched.
import { hash, randomBytes } from 'node:crypto'
import { PlainReply } from '../../platform/http/implement.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../access.ts'
import { countTurn } from '../sign-in/attempts.ts'
import { audit } from '../audit.ts'
import { readCookie } from '../sign-in/cookies.ts'
import type { BrowserCall } from '../sign-in/browser-sign-in.ts'
import { findState, rememberState } from './sign-in-states.ts'

/** How long somebody may take at the provider. */
export const wayLifeMs = 15 * 60_000

const wayCookie = 'bindery_sso'
const secretPattern = /^[\w-]{43}$/

/** Marks the browser, or keeps the mark that it has: several tabs may be under way. Returns what to remember it by. */
export function bindBrowser(call: BrowserCall): string {
  const present = readCookie(call.raw.headers.cookie, wayCookie)
  const secret = present !== undefined && secretPattern.test(present) ? present : newSecret()
  setCookie(call, wayCookie, secret, { maxAgeSeconds: wayLifeMs / 1000, path: '/ui/api/v1' })
  return digestOf(secret)
}

export function isBoundTo(call: BrowserCall, digest: string): boolean {
  const secret = readCookie(call.raw.headers.cookie, wayCookie)
  return secret !== undefined && digestOf(secret) === digest
}

/** Each step of such a way writes something down, for anybody who asks: so many within an hour from one address. */
export const countStep = (access: Access, call: BrowserCall) =>
  countTurn(access, `sign-on at ${call.address}`, stepsInAnHour)

const stepsInAnHour = 10_000

export const newSecret = () => randomBytes(32).toString('base64url')

export const digestOf = (secret: string) => hash('sha256', secret)

/** HttpOnly and Lax; `maxAgeSeconds` 0 takes it away. */
export function setCookie(
  call: BrowserCall,
  name: string,
  value: string,
  { maxAgeSeconds, path }: { maxAgeSeconds: number; path: string },
): void {
  const parts = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax', `Max-Age=${maxAgeSeconds}`]
  if (call.origin.startsWith('https:')) parts.push('Secure')
  call.setHeader('set-cookie', parts.join('; '))
}

export const redirectTo = (location: string) => new PlainReply({ status: 303, headers: { location } })

/** An answer of a provider that is not believed; who sent it is not known. */
export async function noteRefusedAnswer(
  access: Access,
  call: BrowserCall,
  from: { realm: 'saml' | 'oauth'; provider: string },
  why: string,
): Promise<void> {
  const by = { actor: { name: 'anonymous' }, address: call.address }
  await transaction(access.database, (db) =>
    audit(access, db, by, {
      kind: 'sign-in.failed',
      outcome: 'failure',
      target: `${from.realm}:${from.provider}`,
      detail: { ...from, why },
    }),
  )
}

const troubleKind = 'trouble'
const troubleLifeMs = 10 * 60_000

/** To the sign-in page, which fetches the sentence by its id: nothing that stands in an address is ever shown there. */
export async function redirectWithTrouble(access: Access, message: string): Promise<PlainReply> {
  const id = randomBytes(12).toString('base64url')
  await rememberState(access, troubleKind, id, { message }, troubleLifeMs)
  return redirectTo(`/ui/login?error=${id}`)
}

export async function findTrouble(access: Access, id: string): Promise<string> {
  const found = await findState<{ message: string }>(access, troubleKind, id)
  if (!found) throw new AppError('not-found', 'The sign-in did not succeed. Try it again.')
  return found.message
}
