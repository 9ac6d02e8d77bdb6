import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const upstreams: Feature = { name: 'upstreams', endpoints }
