// Whoever sets up a client sees its first request arrive, and why it was refused when it was.
import { clientSetup as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const clientSetup: Feature = {
  name: 'client-setup',
  endpoints: later([contract], () => import('./routes.ts')),
  stop: ({ registry }) => {
    registry.requests.wakeAll()
    return Promise.resolve()
  },
}
