import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const tokens: Feature = { name: 'tokens', endpoints }
