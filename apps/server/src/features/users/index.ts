import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const users: Feature = { name: 'users', endpoints }
