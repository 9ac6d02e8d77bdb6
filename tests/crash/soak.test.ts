import { expect, test } from 'vitest'
import { findGrowth, type Sample } from './soak-watch.ts'

const steady = Array.from({ length: 40 }, (_, index) => ({
  megabytes: 200 + (index % 3),
  descriptors: 60,
  temporary: index % 4,
}))

test('J20: a run that holds what it held is good', () => {
  expect(findGrowth(steady, ['megabytes', 'descriptors', 'temporary'])).toEqual([])
})

test.for<keyof Sample>(['megabytes', 'descriptors', 'temporary'])(
  'J20: %s that grow are reported',
  (kind) => {
    const grown = steady.map((sample, index) => ({ ...sample, [kind]: sample[kind] + index * 20 }))
    expect(findGrowth(grown, [kind])).toEqual([expect.stringMatching(`^${kind} grew from`)])
  },
)
