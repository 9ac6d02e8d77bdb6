import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'
import { jobs, schedules } from './upkeep.ts'

export const tokens: Feature = { name: 'tokens', endpoints, jobs, schedules }
