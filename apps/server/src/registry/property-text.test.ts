import { expect, test } from 'vitest'
import { parseKeys, parseProperties } from './property-text.ts'

test.each([
  ['a=b', { a: ['b'] }],
  ['a=b,c', { a: ['b', 'c'] }],
  ['a=b;c=d', { a: ['b'], c: ['d'] }],
  ['a=b|c=d', { a: ['b'], c: ['d'] }],
  ['a=b;a=c', { a: ['b', 'c'] }],
  ['a=b;', { a: ['b'] }],
  ['a=', { a: [''] }],
  ['a=x=y', { a: ['x=y'] }],
  ['a=x\\=y', { a: ['x=y'] }],
  ['a=b\\,c', { a: ['b,c'] }],
  ['a=b\\;c\\|d', { a: ['b;c|d'] }],
  ['a=b\\\\,c', { a: ['b\\', 'c'] }],
  ['a=C:\\temp', { a: ['C:\\temp'] }],
  ['build.name=my build+1', { 'build.name': ['my build+1'] }],
  ['a:b.c=1', { 'a:b.c': ['1'] }],
  ['a=trailing\\', { a: ['trailing\\'] }],
])('%j', (text, expected) => {
  expect(Object.fromEntries(parseProperties(text))).toEqual(expected)
})

test.each(['', ';', 'a', '=b', '1a=b', 'a b=c', 'a/b=c', 'a=b;c', `a=${'x'.repeat(2001)}`, 'a=b\0'])(
  '%j is refused with a sentence',
  (text) => {
    expect(() => parseProperties(text)).toThrow(/\.$/)
  },
)

test('a list of keys', () => {
  expect(parseKeys('a,b, c,a,')).toEqual(['a', 'b', 'c'])
  expect(parseKeys('')).toEqual([])
  expect(() => parseKeys('a,b=c')).toThrow(/not allowed/)
})
