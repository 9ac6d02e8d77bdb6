import { createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { newKeyPair } from './key-pair.ts'

test('every pair is one, also where the numbers begin with zeros', () => {
  for (let count = 0; count < 1000; count++) {
    const bytes = Buffer.from(newKeyPair().public.split(' ')[1] ?? '', 'base64')
    expect(bytes).toHaveLength(51)
    const x = bytes.subarray(-32).toString('base64url')
    expect(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }).type).toBe('public')
  }
})
