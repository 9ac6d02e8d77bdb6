// What a form holds while somebody changes it, beside what is saved.
import { useEffect, useState } from 'react'
import { draftKey, findDraft, forgetDraft, isKept, storeDraft } from './kept-draft.ts'
import { message } from './messages.ts'
import { notify } from './notices.ts'

export interface Draft<T> {
  value: T
  isDirty: boolean
  /** Some fields changed. */
  change: (change: Partial<T>) => void
  /** Back to what is saved; or to what the server made of it, right after saving. */
  reset: (to?: T) => void
}

/** Follows the saved value until the first change. Begins with what was typed before a reload or an ended session. */
export function useDraft<T extends object>(saved: T): Draft<T> {
  const [key] = useState(() => draftKey(saved))
  const [found] = useState(() => findDraft<T>(key))
  const [seen, setSeen] = useState(saved)
  const [value, setValue] = useState(() => mergeDraft(saved, found))
  if (!isSame(seen, saved)) {
    setSeen(saved)
    if (isSame(value, seen)) setValue(saved)
  }
  const isDirty = !isSame(value, saved)
  useKept(key, saved, value, isDirty)
  useEffect(() => {
    if (found !== undefined) notify('info', message('shared.draftKept'))
  }, [found])
  return {
    value,
    isDirty,
    change: (change) => setValue((before) => ({ ...before, ...change })),
    reset: (to = saved) => setValue(to),
  }
}

function useKept<T extends object>(key: string | undefined, saved: T, value: T, isDirty: boolean) {
  useEffect(() => {
    if (key === undefined) return
    if (isDirty) storeDraft(key, changesOf(saved, value))
    else forgetDraft(key)
  }, [key, saved, value, isDirty])
  useEffect(
    () => () => {
      if (key !== undefined && !isKept()) forgetDraft(key)
    },
    [key],
  )
}

export const changesOf = <T extends object>(saved: T, value: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(([name, part]) => !isSame(part, saved[name as keyof T])), // a key of both
  ) as Partial<T>

/** Parts that are objects keep what was left out of the draft: secrets. */
export function mergeDraft<T extends object>(saved: T, changes: Partial<T> | undefined): T {
  if (changes === undefined) return saved
  const merged = { ...saved } as Record<string, unknown> // its own fields, by name
  for (const [name, part] of Object.entries(changes)) {
    const before = merged[name]
    merged[name] = isPlain(before) && isPlain(part) ? mergeDraft(before, part) : part
  }
  return merged as T
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Plain data is the same when it reads the same; the order of keys does not matter. */
export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
