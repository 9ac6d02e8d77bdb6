import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint, isCurrent, writeMarker } from './fingerprint.mjs'

let folder: string
let marker: string
const sources = () => ({ folder, paths: ['web', 'lock.json', 'not-there'] })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-fingerprint-'))
  marker = join(folder, 'marker')
  mkdirSync(join(folder, 'web/src'), { recursive: true })
  writeFileSync(join(folder, 'web/src/main.ts'), 'one')
  writeFileSync(join(folder, 'lock.json'), '{}')
  writeMarker(marker, fingerprint(sources()))
})

afterEach(() => rmSync(folder, { recursive: true }))

test('untouched sources are current', () => {
  expect(isCurrent(sources(), marker)).toBe(true)
})

test('without a marker, or with half of one, nothing is current', () => {
  expect(isCurrent(sources(), join(folder, 'no-marker'))).toBe(false)
  writeFileSync(marker, '{"stats":')
  expect(isCurrent(sources(), marker)).toBe(false)
})

test('a changed, an added, a removed and a renamed file are each noticed', () => {
  const changes = [
    () => writeFileSync(join(folder, 'web/src/main.ts'), 'two'),
    () => writeFileSync(join(folder, 'web/src/more.ts'), ''),
    () => rmSync(join(folder, 'lock.json')),
    () => renameSync(join(folder, 'web/src/main.ts'), join(folder, 'web/src/start.ts')),
  ]
  for (const change of changes) {
    writeMarker(marker, fingerprint(sources()))
    change()
    expect(isCurrent(sources(), marker), String(change)).toBe(false)
  }
})

test('new times on the same contents, as after a clone, are still current', () => {
  utimesSync(join(folder, 'web/src/main.ts'), 1, 1)
  expect(isCurrent(sources(), marker)).toBe(true)
})

test('a moved checkout stays current', () => {
  const moved = `${folder}-moved`
  cpSync(folder, moved, { recursive: true, preserveTimestamps: true })
  expect(isCurrent({ ...sources(), folder: moved }, join(moved, 'marker'))).toBe(true)
  rmSync(moved, { recursive: true })
})

test('what a build leaves beside the sources does not count', () => {
  mkdirSync(join(folder, 'web/dist'))
  writeFileSync(join(folder, 'web/dist/main.js'), 'built')
  expect(isCurrent(sources(), marker)).toBe(true)
})
