import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const permissions: Feature = { name: 'permissions', endpoints }
