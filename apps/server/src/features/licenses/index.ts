import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const licenses: Feature = { name: 'licenses', endpoints }
