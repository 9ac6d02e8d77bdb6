// The contact form: what people ask of whoever runs the installation is stored first, then mailed or posted.
import { contact as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { deliverRequest, deliveryJob } from './deliver.ts'
import { pruneRequests } from './prune.ts'

export const contact: Feature = {
  name: 'contact',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs: { [deliveryJob]: deliverRequest, 'prune-contact': pruneRequests },
  schedules: { 'prune-contact': { everyMinutes: 60 } },
}
