// Whoever sets up a client sees its first request arrive, and why it was refused when it was.
import { clientSetup as contract } from '@bindery/contracts'
import { implement, type Feature } from '../feature.ts'
import { followRequests, recentRequests } from './requests.ts'

export const clientSetup: Feature = {
  name: 'client-setup',
  endpoints: implement(contract, {
    recent: {
      allow: 'signed-in',
      handle: ({ actor, address, query }, services) =>
        recentRequests(services, actor, address, query.repository),
    },
    requests: {
      allow: 'signed-in',
      handle: ({ actor, address, query }, services) => followRequests(services, actor, address, query),
    },
  }),
  stop: ({ registry }) => {
    registry.requests.wakeAll()
    return Promise.resolve()
  },
}
