import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

const isTraceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

test('the key is also made where files have no second names', ({ skip }) => {
  skip(!isTraceable, 'needs strace and the right to trace')
  const home = mkdtempSync(join(tmpdir(), 'bindery-vault-'))
  try {
    const script = `import(${JSON.stringify(join(import.meta.dirname, 'vault.ts'))})
      .then(({ findMasterKey }) => console.log(findMasterKey(undefined, process.env.HOME).toString('hex')))`
    const refusing = ['-f', '-qq', '-o', '/dev/null', '-e', 'inject=link,linkat:error=EPERM']
    const made = spawnSync('strace', [...refusing, process.execPath, '-e', script], {
      env: { ...process.env, HOME: home },
      encoding: 'utf8',
    })
    expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[0-9a-f]{64}\n$/) })
    expect(findMasterKey(undefined, home).toString('hex')).toBe(made.stdout.trim())
    expect(readdirSync(join(home, 'etc'))).toEqual(['master.key'])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
