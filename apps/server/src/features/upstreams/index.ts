import type { Feature } from '../feature.ts'
import { offlinePart } from './configuration.ts'
import { endpoints } from './routes.ts'

export const upstreams: Feature = { name: 'upstreams', endpoints, configuration: [offlinePart] }
