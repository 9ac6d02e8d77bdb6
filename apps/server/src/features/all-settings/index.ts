import { allSettings as contract } from '@bindery/contracts'
import { implement, type Feature } from '../feature.ts'
import { recentChanges } from './recent.ts'

const endpoints = implement(contract, {
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

export const allSettings: Feature = { name: 'all-settings', endpoints }
