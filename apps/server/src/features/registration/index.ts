import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const registration: Feature = { name: 'registration', endpoints }
