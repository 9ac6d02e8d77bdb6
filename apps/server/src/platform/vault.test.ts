import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { findMasterKey, openVault } from './vault.ts'

test('a sealed secret opens again, and no two seals are alike', () => {
  const vault = openVault(randomBytes(32))
  const sealed = vault.seal('grüße', 'smtp')
  expect(sealed).not.toContain('grüße')
  expect(vault.seal('grüße', 'smtp')).not.toBe(sealed)
  expect(vault.open(sealed, 'smtp')).toBe('grüße')
})

test('it opens neither for another purpose, nor under another key, nor when changed', () => {
  const vault = openVault(randomBytes(32))
  const sealed = vault.seal('secret', 'smtp')
  expect(() => vault.open(sealed, 'ldap')).toThrow('authenticate')
  expect(() => openVault(randomBytes(32)).open(sealed, 'smtp')).toThrow('authenticate')
  const middle = sealed.length >> 1
  const changed = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1)
  expect(() => vault.open(changed, 'smtp')).toThrow('authenticate')
  expect(() => vault.open('plain', 'smtp')).toThrow('not a sealed secret')
})

test('H06: the key is made once, readable by its owner only, and a damaged one is refused', () => {
  const home = mkdtempSync(join(tmpdir(), 'bindery-vault-'))
  try {
    const key = findMasterKey(undefined, home)
    expect(findMasterKey(undefined, home)).toEqual(key)
    expect(statSync(join(home, 'etc/master.key')).mode & 0o777).toBe(0o600)
    expect(statSync(join(home, 'etc')).mode & 0o777).toBe(0o700)
    expect(findMasterKey('ab'.repeat(32), home)).toEqual(Buffer.from('ab'.repeat(32), 'hex'))
    writeFileSync(join(home, 'etc/master.key'), 'short')
    expect(() => findMasterKey(undefined, home)).toThrow('64 hexadecimal digits')
  } finally {
    rmSync(home, { recursive: true })
  }
})
