import { expect, test } from 'vitest'
import { median } from './rounds.ts'
import { limitRow, rateRow, renderTable } from './table.ts'

test('a row that misses its floor says so', () => {
  const rows = [
    rateRow({ measure: 'Fast', unit: '/s', bindery: 3000, peer: { name: 'Verdaccio', value: 100 } }, 15),
    rateRow({ measure: 'Slow', unit: '/s', bindery: 149, peer: { name: 'Verdaccio', value: 10 } }, 15),
    limitRow({ measure: 'Small', unit: 'MB', bindery: 100, peer: { name: 'Verdaccio', value: 150 } }, 120),
    limitRow({ measure: 'Large', unit: 'MB', bindery: 120 }, 120),
  ]
  expect(rows.map((row) => row.floor?.isMet)).toEqual([true, false, true, false])
  expect(renderTable(rows)).toMatchInlineSnapshot(`
    "| Measure | Bindery  | Peer              | Ratio | Floor    |     |
    | ------- | -------- | ----------------- | ----- | -------- | --- |
    | Fast    | 3,000 /s | Verdaccio 100 /s  | 30.0× | ≥ 15×    | ✓   |
    | Slow    | 149 /s   | Verdaccio 10.0 /s | 14.9× | ≥ 15×    | ✗   |
    | Small   | 100 MB   | Verdaccio 150 MB  | 1.50× | < 120 MB | ✓   |
    | Large   | 120 MB   |                   |       | < 120 MB | ✗   |"
  `)
})

test('the median of an even number of figures lies between the two in the middle', () => {
  expect(median([9, 1, 3])).toBe(3)
  expect(median([9, 1, 3, 4])).toBe(3.5)
})
