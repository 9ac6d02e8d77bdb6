import { clientSetup } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { followRequests, recentRequests } from './requests.ts'

export const endpoints = implement(clientSetup, {
  recent: {
    allow: 'signed-in',
    handle: ({ actor, address, query }, services) =>
      recentRequests(services, actor, address, query.repository),
  },
  requests: {
    allow: 'signed-in',
    handle: ({ actor, address, query }, services) => followRequests(services, actor, address, query),
  },
})
