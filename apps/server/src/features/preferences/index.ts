import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const preferences: Feature = { name: 'preferences', endpoints }
