// What uses the room: counted soon after something happened (due.ts), and when somebody asks. What a project holds is counted by features/projects.
import type { Feature } from '../feature.ts'
import { compute } from './compute.ts'
import { endpoints } from './routes.ts'
import { computeJob } from './state.ts'

export const storage: Feature = {
  name: 'storage',
  endpoints,
  jobs: { [computeJob]: compute },
  schedules: { [computeJob]: { everyMinutes: 1 } },
}
