import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const packages: Feature = { name: 'packages', endpoints }
