import { expect, test } from 'vitest'
import { treemap } from './treemap.ts'

test('tiles have the areas of their shares, fill the box and do not overlap', () => {
  const sizes = [6, 6, 4, 3, 2, 2, 1, 0]
  const tiles = treemap(sizes, (size) => size, 6, 4)
  expect(tiles.map(({ item }) => item)).toEqual([6, 6, 4, 3, 2, 2, 1])
  for (const { item, width, height } of tiles) expect(width * height).toBeCloseTo(item)
  for (const tile of tiles) {
    expect(tile.left + tile.width).toBeLessThanOrEqual(6.000001)
    expect(tile.top + tile.height).toBeLessThanOrEqual(4.000001)
    expect(Math.max(tile.width / tile.height, tile.height / tile.width)).toBeLessThan(4)
  }
})

test('nothing gives nothing', () => {
  expect(treemap([], Number, 1, 1)).toEqual([])
  expect(treemap([0], Number, 1, 1)).toEqual([])
})
