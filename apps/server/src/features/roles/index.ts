import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const roles: Feature = { name: 'roles', endpoints }
