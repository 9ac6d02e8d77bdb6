import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const profile: Feature = { name: 'profile', endpoints }
