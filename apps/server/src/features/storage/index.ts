// What uses the room: counted soon after something happened (due.ts), and when somebody asks. What a project holds is counted by features/projects.
import { storage as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { compute } from './compute.ts'
import { computeJob } from './state.ts'

export const storage: Feature = {
  name: 'storage',
  endpoints: later([contract], () => import('./routes.ts')),
  jobs: { [computeJob]: compute },
  schedules: { [computeJob]: { everyMinutes: 1 } },
}
