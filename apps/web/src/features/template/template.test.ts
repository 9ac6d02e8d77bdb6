import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const ui = join(here, '../../ui')

test('TOUR-27: every part of the kit is in the book', () => {
  const pages = readdirSync(here).filter((name) => name.endsWith('.tsx'))
  const book = pages.map((name) => readFileSync(join(here, name), 'utf8')).join('\n')
  const parts = readdirSync(ui)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => name.slice(0, -'.tsx'.length))
    // The frame of all fields, and what has no looks.
    .filter((name) => name !== 'field' && name !== 'provider')
  expect(parts.length).toBeGreaterThan(25)
  expect(parts.filter((name) => !book.includes(`of="${name}"`))).toEqual([])
})
