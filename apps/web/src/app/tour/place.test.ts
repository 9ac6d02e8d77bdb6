import { expect, test } from 'vitest'
import { cardPlace, spotlight } from './place.ts'

const window = { width: 1440, height: 900 }

test('the card stands beside a sidebar, inside a page, below a button, and never outside the window', () => {
  expect(cardPlace({ left: 0, top: 48, width: 232, height: 852 }, window)).toEqual({ left: 256, top: 72 })
  expect(cardPlace({ left: 232, top: 48, width: 1208, height: 852 }, window)).toEqual({ left: 676, top: 332 })
  expect(cardPlace({ left: 1400, top: 10, width: 28, height: 28 }, window)).toEqual({ left: 1108, top: 50 })
  const small = { width: 390, height: 844 }
  expect(cardPlace({ left: 8, top: 10, width: 32, height: 32 }, small)).toEqual({ left: 12, top: 54 })
})

test('the light leaves a margin, but not beyond the edge', () => {
  expect(spotlight({ left: 2, top: 100, width: 20, height: 20 })).toEqual({
    left: 0,
    top: 94,
    width: 32,
    height: 32,
  })
})
