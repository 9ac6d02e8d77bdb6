// Where the spotlight and the card of the tour stand. Pure.
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

const margin = 6
const cardWidth = 320
const cardHeight = 190
const gap = 12

export const spotlight = ({ left, top, width, height }: Box): Box => ({
  left: Math.max(left - margin, 0),
  top: Math.max(top - margin, 0),
  width: width + 2 * margin,
  height: height + 2 * margin,
})

/** Beside what is tall, inside what is large, else below; never outside the window. */
export function cardPlace(box: Box, window = { width: innerWidth, height: innerHeight }) {
  const right = box.left + box.width
  const isTall = box.height > window.height / 2
  const isLarge = isTall && box.width > window.width / 2
  const left = isLarge ? box.left + (box.width - cardWidth) / 2 : isTall ? right + 2 * gap : right - cardWidth
  const top = isLarge ? box.top + box.height / 3 : isTall ? box.top + 24 : box.top + box.height + gap
  return {
    left: clamp(left, window.width - cardWidth),
    top: clamp(top, window.height - cardHeight),
  }
}

const clamp = (value: number, most: number) => Math.round(Math.min(Math.max(value, gap), most - gap))
