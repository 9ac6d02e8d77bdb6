import { expect, test } from 'vitest'
import { securityHeaders } from './headers.ts'

const overHttp = securityHeaders({ isHttps: false, scriptHashes: ['sha256-abc='] })

test('pages may run their own scripts and the one inline script, nothing else', () => {
  expect(overHttp.page['content-security-policy']).toBe(
    "default-src 'self'; script-src 'self' 'sha256-abc='; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'",
  )
})

test('stored files and API answers may run nothing', () => {
  expect(overHttp.data).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  })
})

test('pages are neither framed nor shared with other sites', () => {
  expect(overHttp.page).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
})

test('browsers are told to stay on HTTPS only over HTTPS', () => {
  expect(overHttp.data['strict-transport-security']).toBeUndefined()
  expect(securityHeaders({ isHttps: true, scriptHashes: [] }).page['strict-transport-security']).toBe(
    'max-age=31536000',
  )
})
