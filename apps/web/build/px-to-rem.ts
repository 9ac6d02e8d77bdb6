// Our style sheets give sizes in pixels, as the drawings do; people who set a larger base size in their
// browser get all of them larger. Hairlines stay hairlines.
import type { Visitor } from 'lightningcss'

const hairline = 3

export const pxToRem: Visitor<Record<string, never>> = {
  Length({ unit, value }) {
    if (unit !== 'px' || Math.abs(value) <= hairline) return undefined
    return { unit: 'rem', value: value / 16 }
  },
}
