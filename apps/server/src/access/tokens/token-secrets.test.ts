import { describe, expect, test } from 'vitest'
import {
  digestOf,
  isOpaqueToken,
  isSecret,
  looksSigned,
  newSecret,
  type SecretKind,
} from './token-secrets.ts'

describe('H05: secrets that we give out', () => {
  test.each([
    ['reference', 'bnd_ref_', 64],
    ['refresh', 'bnd_rfr_', 64],
    ['apiKey', 'AKCp8', 73],
  ] as const)('%s has a known prefix, length and checksum', (kind: SecretKind, prefix, length) => {
    const secret = newSecret(kind)
    expect(secret).toHaveLength(length)
    expect(secret.startsWith(prefix)).toBe(true)
    expect(isSecret(kind, secret)).toBe(true)
    const place = prefix.length + 3
    const other = secret[place] === 'a' ? 'b' : 'a'
    expect(isSecret(kind, secret.slice(0, place) + other + secret.slice(place + 1))).toBe(false)
    expect(isSecret(kind, secret.slice(0, -1))).toBe(false)
    expect(isSecret(kind, `${secret}0`)).toBe(false)
  })

  test('ten thousand of them do not repeat', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => newSecret('reference'))).size).toBe(10_000)
  })

  test('one form is not taken for another', () => {
    const reference = newSecret('reference')
    expect(isSecret('refresh', reference)).toBe(false)
    expect(isOpaqueToken(reference)).toBe(false)
    expect(looksSigned(reference)).toBe(false)
    expect(digestOf(reference)).toMatch(/^[0-9a-f]{64}$/)
  })
})
