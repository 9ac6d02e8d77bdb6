import { expect, test } from 'vitest'
import { splitPatterns } from './patterns.ts'

test('pasted patterns are split at lines and commas, once each', () => {
  expect(splitPatterns(' a/** ,b\nb\n\n c;d')).toEqual(['a/**', 'b', 'c', 'd'])
})
