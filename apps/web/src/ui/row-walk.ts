// Walking the rows of a windowed table with keys. The focus goes along: a row that was left behind is no longer drawn, and
// a focus that went with it would leave the reader nowhere.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isTyping } from '../lib/shortcuts.ts'

interface RowWalk {
  /** So many rows on from the one with the focus. */
  step: (by: number) => void
}

/** Home and End go to the first and the last of the rows that are here; `step` is for keys of the caller's. */
export function useRowWalk(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): RowWalk {
  const wanted = useRef<number | undefined>(undefined)
  const focusWanted = () => {
    const link = wanted.current === undefined ? null : linkOf(scroller.current, wanted.current)
    if (!link) return
    wanted.current = undefined
    link.focus({ preventScroll: true })
  }
  // A row that was out of sight is drawn first, and gets the focus then.
  useEffect(focusWanted)
  const go = (index: number) => {
    if (count === 0) return
    wanted.current = Math.min(Math.max(index, 0), count - 1)
    scrollTo(wanted.current)
    focusWanted()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const index = { Home: 0, End: count - 1 }[event.key]
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (index === undefined || !isPlain || isTyping(event.target)) return
    event.preventDefault()
    go(index)
  })
  useEffect(() => {
    const element = scroller.current
    const listen = (event: KeyboardEvent) => press(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [scroller])
  return { step: (by) => go((wanted.current ?? focusedIndex(scroller.current)) + by) }
}

const linkOf = (scroller: Element | null, index: number) =>
  scroller?.querySelector<HTMLElement>(`[data-index="${index}"] a`)

const focusedIndex = (scroller: Element | null) =>
  indexOf(scroller?.querySelector('[data-index]:focus-within'), -1)

/** The row with the focus, else the one under the pointer, else the first. */
export function chosenIndex(scroller: Element | null): number {
  const focused = focusedIndex(scroller)
  return focused >= 0 ? focused : indexOf(scroller?.querySelector('[data-index]:hover'), 0)
}

function indexOf(row: Element | null | undefined, fallback: number) {
  return row instanceof HTMLElement ? Number(row.dataset['index']) : fallback
}
