// The contact form: what people ask of whoever runs the installation is stored first, then mailed or posted.
import type { Feature } from '../feature.ts'
import { deliverRequest, deliveryJob } from './deliver.ts'
import { pruneRequests } from './prune.ts'
import { endpoints } from './routes.ts'

export const contact: Feature = {
  name: 'contact',
  endpoints,
  jobs: { [deliveryJob]: deliverRequest, 'prune-contact': pruneRequests },
  schedules: { 'prune-contact': { everyMinutes: 60 } },
}
