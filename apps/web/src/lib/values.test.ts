import { expect, test } from 'vitest'
import { asciiAddress } from './ascii-address.ts'
import { addressOf } from './call.ts'
import { cutMiddle } from './cut-middle.ts'
import { size, total } from './numbers.ts'
import { usablePath } from './saved-path.ts'
import { stringifySearch } from './search-params.ts'
import { ago, dayBefore } from './time.ts'

const now = Date.parse('2026-11-14T12:00:00Z')
const before = (seconds: number) => ago(new Date(now - seconds * 1000).toISOString(), now)

test('dates are relative in the largest unit that still tells them apart', () => {
  expect([20, 90, 38 * 60, 5 * 3600].map(before)).toEqual([
    'now',
    '1 minute ago',
    '38 minutes ago',
    '5 hours ago',
  ])
  expect([86_400, 11 * 86_400, 21 * 86_400].map(before)).toEqual(['yesterday', '11 days ago', '3 weeks ago'])
  expect([100 * 86_400, 3 * 366 * 86_400].map(before)).toEqual(['3 months ago', '3 years ago'])
})

test('a day of the chart is counted back from today', () => {
  expect([dayBefore(0, now), dayBefore(29, now)]).toEqual(['14 Nov', '16 Oct'])
})

test('sizes are in IEC units', () => {
  expect([0, 1023, 1024, 86_016, 5_300_000_000].map(size)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KiB',
    '84.0 KiB',
    '4.9 GiB',
  ])
})

test('an unknown total is what is loaded, and more', () => {
  expect([total(-1, 100), total(12_408, 100)]).toEqual(['100+', '12,408'])
})

test('a cut keeps both ends', () => {
  expect(cutMiddle('sha256:0123456789abcdef', 11)).toBe('sha25…bcdef')
  expect(cutMiddle('short', 11)).toBe('short')
})

test('an address is escaped, and empty values are left out', () => {
  const path = addressOf(
    '/ui/api/v1/packages/{packageId}/versions',
    { packageId: 'npm://@acme/x' },
    { after: '', limit: 5 },
  )
  expect(path).toBe('/ui/api/v1/packages/npm%3A%2F%2F%40acme%2Fx/versions?limit=5')
})

test('the query string stays readable', () => {
  expect(stringifySearch({ sort: 'name:asc', name: undefined, repository: '' })).toBe('?sort=name:asc')
  expect(stringifySearch({})).toBe('')
})

const admin = {
  name: 'ada',
  displayName: 'Ada',
  email: null,
  isAdmin: true,
  isAnonymous: false,
  mustChangePassword: false,
  realm: 'internal',
  mfaStatus: 'none' as const,
  canManagePermissions: true,
  canManageResources: true,
  canAdministerProjects: true,
}
const user = { ...admin, isAdmin: false }
const saved = (pathAfterLogin: string) => ({ pathAfterLogin, expiration: now + 1000 })

test('AUTH-72 a saved path is forgotten when its time is over', () => {
  expect(usablePath(saved('/packages?name=x'), user, now)).toBe('/packages?name=x')
  expect(usablePath(saved('/packages'), user, now + 1001)).toBeUndefined()
})

test('AUTH-73 a saved administration path is not for somebody who is no administrator', () => {
  expect(usablePath(saved('/admin/repositories'), admin, now)).toBe('/admin/repositories')
  expect(usablePath(saved('/admin/repositories'), user, now)).toBeUndefined()
})

test('AUTH-74 the sign-in area, error pages and foreign addresses are never returned to', () => {
  const paths = [
    '/login/otp-login',
    '/auth/change-password',
    '/auth-provider/saml',
    '/logout',
    '/404',
    '/406/1',
    '/500',
    '/authorization',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
  ]
  expect(paths.map((path) => usablePath(saved(path), admin, now))).toEqual(paths.map(() => undefined))
})

test('an address for a redirect is ASCII, and means the same', () => {
  expect(asciiAddress('/bundles/\u202Egnp é?x=1#%20')).toBe('/bundles/%E2%80%AEgnp%20%C3%A9?x=1#%20')
  expect(asciiAddress('/x/\uD800')).toBe('/x/%EF%BF%BD')
})
