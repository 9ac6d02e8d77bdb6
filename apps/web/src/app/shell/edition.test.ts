import { expect, test } from 'vitest'
import { editionOf } from './edition.ts'

test('NAV-40: the mark without a logo of its own is that of a tour, of the platform, or of the licence', () => {
  expect(editionOf(true, 'Enterprise Plus')).toBe('Tour')
  for (const type of ['Enterprise', 'Enterprise X', 'Enterprise Plus', 'Pro X'])
    expect(editionOf(false, type)).toBe('')
  for (const type of ['OSS', 'Pro', 'Edge']) expect(editionOf(false, type)).toBe(type)
})
