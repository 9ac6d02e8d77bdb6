// What a form holds while somebody changes it, beside what is saved.
import { useState } from 'react'

export interface Draft<T> {
  value: T
  isDirty: boolean
  /** Some fields changed. */
  change: (change: Partial<T>) => void
  /** Back to what is saved; or to what the server made of it, right after saving. */
  reset: (to?: T) => void
}

/** Follows the saved value until the first change. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [seen, setSeen] = useState(saved)
  const [value, setValue] = useState(saved)
  if (!isSame(seen, saved)) {
    setSeen(saved)
    if (isSame(value, seen)) setValue(saved)
  }
  return {
    value,
    isDirty: !isSame(value, saved),
    change: (change) => setValue((before) => ({ ...before, ...change })),
    reset: (to = saved) => setValue(to),
  }
}

/** Plain data is the same when it reads the same; the order of keys does not matter. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
