import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const session: Feature = { name: 'session', endpoints }
