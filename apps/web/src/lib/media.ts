// The widths at which the layout changes.
import { useCallback, useSyncExternalStore } from 'react'

export const useIsNarrow = () => useMedia('(max-width: 47.99rem)')
export const useIsMiddle = () => useMedia('(min-width: 48rem) and (max-width: 63.99rem)')

/** Pixels of the drawings in pixels of this browser, which follow the base size its user chose. */
export const scaled = (px: number) =>
  (px * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16

export function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(condition)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [condition],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches)
}
