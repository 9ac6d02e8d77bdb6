import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './packages.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-packages-'))
  mkdirSync(join(folder, 'node_modules'))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a fresh clone is not installed', () => {
  lock('package-lock.json', { 'node_modules/a': { version: '1.0.0' } })
  expect(isInstalled(folder)).toBe(false)
})

test('what npm itself installed is recognised, and remembered', () => {
  lock('package-lock.json', { '': {}, 'node_modules/a': { version: '1.0.0' } })
  lock('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } })
  expect(isInstalled(folder)).toBe(true)
  rmSync(join(folder, 'node_modules/.package-lock.json'))
  expect(isInstalled(folder)).toBe(true)
})

test('a lock file that asks for more, or for another version, is not installed', () => {
  lock('package-lock.json', { 'node_modules/a': { version: '1.0.0' } })
  lock('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } })
  expect(isInstalled(folder)).toBe(true)
  lock('package-lock.json', { 'node_modules/a': { version: '1.0.1' } })
  expect(isInstalled(folder)).toBe(false)
  lock('package-lock.json', {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0' },
  })
  expect(isInstalled(folder)).toBe(false)
})

test('workspaces, and optional packages for other machines, may be absent', () => {
  lock('package-lock.json', {
    'apps/web': { version: '0.1.0' },
    'node_modules/@bindery/web': { link: true },
    'node_modules/only-for-windows': { version: '1.0.0', optional: true },
  })
  lock('node_modules/.package-lock.json', {})
  expect(isInstalled(folder)).toBe(true)
})

test('a needed file that is missing means not installed, whatever was remembered', () => {
  lock('package-lock.json', {})
  lock('node_modules/.package-lock.json', {})
  expect(isInstalled(folder)).toBe(true)
  expect(isInstalled(folder, ['node_modules/node/bin/node'])).toBe(false)
})

function lock(file: string, packages: Record<string, object>) {
  writeFileSync(join(folder, file), JSON.stringify({ packages }))
}
