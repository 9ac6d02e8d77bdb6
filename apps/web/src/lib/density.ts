// How close rows stand together. Classic mode is dense whatever was chosen.
import { createPreference } from './preferences.ts'
import { useStore } from './store.ts'

export type Density = 'comfortable' | 'compact'

export const densityChoice = createPreference<Density>('density', 'comfortable')
export const isClassic = createPreference('classic', false)

export function useDensity(): Density {
  const choice = useStore(densityChoice)
  return useStore(isClassic) ? 'compact' : choice
}
