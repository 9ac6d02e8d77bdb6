// System, light or dark; kept per browser under the key that the script in index.html reads.
import { useSyncExternalStore } from 'react'
import { createStoredStore, useStore } from './store.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'
export type Theme = 'light' | 'dark'

export const themeChoice = createStoredStore<ThemeChoice>('bindery.theme', 'system')

export function useTheme(): Theme {
  const choice = useStore(themeChoice)
  const system = useSyncExternalStore(watchSystem, () => (darkSystem.matches ? 'dark' : 'light'))
  return choice === 'system' ? system : choice
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function watchSystem(listener: () => void) {
  darkSystem.addEventListener('change', listener)
  return () => darkSystem.removeEventListener('change', listener)
}
