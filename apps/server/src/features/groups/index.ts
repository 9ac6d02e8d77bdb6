import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const groups: Feature = { name: 'groups', endpoints }
