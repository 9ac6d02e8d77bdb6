// Rows that were ticked in a list, by their keys.
import { useRef, useState } from 'react'

export interface Selection {
  keys: ReadonlySet<string>
  /** With Shift: all between the row ticked last and this one. */
  toggle: (key: string, isRange?: boolean) => void
  set: (keys: Iterable<string>) => void
  clear: () => void
}

export function useSelection(order: readonly string[]): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | undefined>(undefined)
  const toggle = (key: string, isRange = false) => {
    const touched = isRange ? between(order, last.current, key) : [key]
    const isOn = !keys.has(key)
    last.current = key
    setKeys(new Set(isOn ? [...keys, ...touched] : [...keys].filter((other) => !touched.includes(other))))
  }
  return { keys, toggle, set: (next) => setKeys(new Set(next)), clear: () => setKeys(new Set()) }
}

/** Both ends included; only the second when the first is not in the list. */
export function between(order: readonly string[], first: string | undefined, second: string): string[] {
  const from = first === undefined ? -1 : order.indexOf(first)
  const to = order.indexOf(second)
  if (from < 0 || to < 0) return [second]
  return order.slice(Math.min(from, to), Math.max(from, to) + 1)
}
