// System, light or dark; kept per browser under the key that the script in index.html reads.
import { useSyncExternalStore } from 'react'
import { createStoredStore, useStore } from './store.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'
type Theme = 'light' | 'dark'

export const themeChoice = createStoredStore<ThemeChoice>('bindery.theme', 'system')

export function useTheme(): Theme {
  const choice = useStore(themeChoice)
  const system = useSyncExternalStore(watchSystem, () => (darkSystem.matches ? 'dark' : 'light'))
  return choice === 'system' ? system : choice
}

/** The other of the two, as it looks now. */
export function switchTheme() {
  const now = themeChoice.get()
  const looks = now === 'system' ? (darkSystem.matches ? 'dark' : 'light') : now
  themeChoice.set(looks === 'dark' ? 'light' : 'dark')
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function watchSystem(listener: () => void) {
  darkSystem.addEventListener('change', listener)
  return () => darkSystem.removeEventListener('change', listener)
}
