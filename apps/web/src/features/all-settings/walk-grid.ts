import type { KeyboardEvent } from 'react'

/** Arrow keys walk the cards: sideways in reading order, up and down to the nearest of the next line. */
export function walkGrid(event: KeyboardEvent<HTMLElement>) {
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], [role="link"]')]
  const at = cards.findIndex((card) => card === document.activeElement)
  if (at < 0) return
  const steps = new Map([
    ['ArrowRight', () => cards[at + 1]],
    ['ArrowLeft', () => cards[at - 1]],
    ['ArrowDown', () => nearest(cards, at, 1)],
    ['ArrowUp', () => nearest(cards, at, -1)],
  ])
  const target = steps.get(event.key)?.()
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}

function nearest(cards: HTMLElement[], at: number, direction: 1 | -1): HTMLElement | undefined {
  const here = cards[at]?.getBoundingClientRect()
  if (here === undefined) return undefined
  const others = cards.map((card) => ({ card, place: card.getBoundingClientRect() }))
  const beyond = others.filter(({ place }) => (place.top - here.top) * direction > here.height / 2)
  return beyond.toSorted(
    (a, b) =>
      Math.abs(a.place.top - here.top) - Math.abs(b.place.top - here.top) ||
      Math.abs(a.place.left - here.left) - Math.abs(b.place.left - here.left),
  )[0]?.card
}
