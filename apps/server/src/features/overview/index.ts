import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const overview: Feature = { name: 'overview', endpoints }
