import { allSettings } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { recentChanges } from './recent.ts'

export const endpoints = implement(allSettings, {
  overview: {
    allow: 'administer',
    handle: async (_, services) => {
      const states = Object.entries(services.settingStates).map(
        async ([page, stateOf]) => [page, await stateOf(services)] as const,
      )
      return { states: Object.fromEntries(await Promise.all(states)), recent: await recentChanges(services) }
    },
  },
})
