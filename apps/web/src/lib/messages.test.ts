import { expect, test } from 'vitest'
import { message, partsOf } from './messages.ts'

test('arguments are filled in, numbers grouped', () => {
  expect(message('shared.loaded', { loaded: '100', total: '12,408' })).toBe('100 of 12,408 loaded')
  expect(message('package.downloadsOn', { count: 12_408, day: '3 Nov' })).toBe('12,408 on 3 Nov')
})

test('a plural chooses its form by the number', () => {
  expect(message('packages.countLoaded', { count: 1 })).toBe('1 package')
  expect(message('packages.countLoaded', { count: 2500 })).toBe('2,500 packages')
})

test('a plural may have words of its own for one number', () => {
  const [part] = partsOf('{count, plural, =0 {Nothing changed} one {# change} other {# changes}}')
  expect(part).toEqual({
    name: 'count',
    forms: { '=0': 'Nothing changed', one: '# change', other: '# changes' },
  })
})

test('names of products come from the brand map', () => {
  expect(message('shell.aboutText')).toBe('Bindery is free software under the Apache 2.0 licence.')
})

test('a text without arguments stays whole', () => {
  expect(partsOf('Nothing here')).toEqual(['Nothing here'])
})
