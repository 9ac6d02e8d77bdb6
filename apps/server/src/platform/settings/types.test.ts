import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  addressList,
  byteSize,
  duration,
  oneOf,
  postgresAddress,
  webAddress,
  wholeNumber,
  yesOrNo,
} from './types.ts'

function read(type: z.ZodType, given: unknown): unknown {
  const result = type.safeParse(given)
  return result.success ? result.data : 'refused'
}

test.each([
  ['10 GiB', 10 * 2 ** 30],
  ['1.5kb', 1500],
  ['512', 512],
  [512, 512],
  ['10 parsecs', 'refused'],
  ['-1', 'refused'],
  ['99999999999 TiB', 'refused'],
  [1.5, 'refused'],
  [null, 'refused'],
])('the size %j is read as %j', (given, expected) => {
  expect(read(byteSize(), given)).toBe(expected)
})

test.each([
  ['30 s', 30_000],
  ['500ms', 500],
  ['5 min', 300_000],
  ['2 h', 7_200_000],
  ['1 d', 86_400_000],
  ['30', 'refused'],
  [30, 'refused'],
])('the duration %j is read as %j', (given, expected) => {
  expect(read(duration(), given)).toBe(expected)
})

test.each([
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  [['192.168.1.5'], ['192.168.1.5']],
  ['', []],
  ['10.0.0.0/33', 'refused'],
  ['::1/129', 'refused'],
  ['proxy.example.com', 'refused'],
  ['10.0.0.0/8/8', 'refused'],
])('the list of networks %j is read as %j', (given, expected) => {
  expect(read(addressList(), given)).toEqual(expected)
})

test.each([
  ['https://bindery.example.com/', 'https://bindery.example.com'],
  ['https://example.com/bindery/', 'https://example.com/bindery'],
  ['ftp://example.com', 'refused'],
  ['javascript:alert(1)', 'refused'],
  ['https://me:pass@example.com', 'refused'],
  ['https://example.com/?x=1', 'refused'],
  ['bindery', 'refused'],
])('the address %j is read as %j', (given, expected) => {
  expect(read(webAddress(), given)).toBe(expected)
})

test('numbers, switches and choices take text and JSON alike', () => {
  expect(read(wholeNumber(0, 10), '7')).toBe(7)
  expect(read(wholeNumber(0, 10), 7)).toBe(7)
  expect(read(wholeNumber(0, 10), '0x7')).toBe('refused')
  expect(read(wholeNumber(0, 10), '')).toBe('refused')
  expect(read(wholeNumber(0, 10), 11)).toBe('refused')
  expect(read(yesOrNo(), 'Yes')).toBe(true)
  expect(read(yesOrNo(), 'perhaps')).toBe('refused')
  expect(read(yesOrNo(), 'constructor')).toBe('refused')
  expect(read(oneOf('a', 'b'), 'b')).toBe('b')
  expect(read(oneOf('a', 'b'), 'c')).toBe('refused')
  expect(read(postgresAddress(), 'mysql://x')).toBe('refused')
})
