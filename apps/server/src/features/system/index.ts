import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const system: Feature = { name: 'system', endpoints }
