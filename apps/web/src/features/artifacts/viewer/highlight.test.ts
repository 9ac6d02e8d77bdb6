import { expect, test } from 'vitest'
import { rulesFor, tokensOf } from './highlight.ts'

const coloured = (name: string, line: string) =>
  tokensOf(line, rulesFor(name))
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`)

test.each([
  [
    'package.json',
    '  "name": "left", "n": 1.5, "on": true',
    ['name "name"', 'string "left"', 'name "n"', 'number 1.5', 'name "on"', 'keyword true'],
  ],
  ['a.yaml', '- key: value # why', ['name key', 'comment # why']],
  ['pom.xml', '<dep scope="test">x</dep>', ['name <dep', 'string "test"', 'name >', 'name </dep', 'name >']],
  ['notes.txt', '"plain" 1 true', []],
])('%s: %s', (name, line, expected) => {
  expect(coloured(name, line)).toEqual(expected)
})

test('nothing of a line is lost', () => {
  const line = '{"a": [1, "two", null]} // rest'
  expect(
    tokensOf(line, rulesFor('x.json'))
      .map(({ text }) => text)
      .join(''),
  ).toBe(line)
})
