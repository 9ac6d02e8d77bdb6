import type { Feature } from '../feature.ts'
import { closeHub } from './hub.ts'
import { endpoints } from './routes.ts'

export const live: Feature = { name: 'live', endpoints, stop: closeHub }
