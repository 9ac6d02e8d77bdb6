import { expect, test } from 'vitest'
import { judgeVisit, type Visit } from './login-guard.ts'

const visit: Visit = {
  route: 'sign-in',
  hasLogoutFlag: false,
  isTokenValid: false,
  autoRedirect: undefined,
  isSignedIn: false,
  hasClientSession: false,
}
const verdictOf = (given: Partial<Visit>) => judgeVisit({ ...visit, ...given })

test('GUARD-28: with the logout flag the sign-in page stays, even where it leads to a provider at once', () => {
  expect(verdictOf({ hasLogoutFlag: true, autoRedirect: '/saml', isSignedIn: true })).toEqual({
    kind: 'log-out',
  })
})

test('GUARD-27: without the flag it leads to the provider, also somebody who is signed in', () => {
  expect(verdictOf({ autoRedirect: '/saml', isSignedIn: true })).toEqual({
    kind: 'to-provider',
    url: '/saml',
  })
  expect(verdictOf({ route: 'sign-in-child', autoRedirect: '/saml' })).toEqual({ kind: 'stay' })
})

test('GUARD-25: an invitation needs its token', () => {
  expect(verdictOf({ route: 'invitation' })).toEqual({ kind: 'to-sign-in' })
  expect(verdictOf({ route: 'invitation', isTokenValid: true })).toEqual({ kind: 'stay' })
})

test('GUARD-29: who is signed in goes on, to a waiting command line before anything else', () => {
  expect(verdictOf({ isSignedIn: true })).toEqual({ kind: 'to-landing' })
  expect(verdictOf({ route: 'sign-in-child', isSignedIn: true })).toEqual({ kind: 'to-landing' })
  expect(verdictOf({ isSignedIn: true, hasClientSession: true })).toEqual({ kind: 'to-command-line' })
})

test('GUARD-30: the pages for command lines need one that waits', () => {
  expect(verdictOf({ route: 'command-line', isSignedIn: true })).toEqual({ kind: 'to-sign-in' })
  expect(verdictOf({ route: 'command-line', hasClientSession: true })).toEqual({ kind: 'stay' })
})
