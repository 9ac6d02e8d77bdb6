import { beforeAll, expect, test } from 'vitest'
import { areaTexts, loadTexts } from '../../messages/index.ts'
import { checkKey, suggestKey } from './project-key.ts'

beforeAll(() => loadTexts([areaTexts.projects]))

test('a key is suggested from the name', () => {
  expect(suggestKey('Web Shop')).toBe('web-shop')
  expect(suggestKey('  3rd Party: Größe & Café ')).toBe('rd-party-gro-e-cafe')
  expect(suggestKey('42')).toBe('')
  expect(suggestKey('x'.repeat(200))).toHaveLength(32)
})

test('VAL-07, VAL-08: a key starts with a lowercase character and has 2 to 128 of them, digits and hyphens', () => {
  expect(checkKey('web-2')).toBeUndefined()
  expect(checkKey('x'.repeat(128))).toBeUndefined()
  expect(checkKey('')).toBe('This field is mandatory')
  for (const key of ['Web', '1web', '-web'])
    expect(checkKey(key)).toBe('Project key must start with a lowercase character')
  for (const key of ['w', 'x'.repeat(129), 'we b', 'we_b', 'weB']) expect(checkKey(key)).toBeDefined()
})
