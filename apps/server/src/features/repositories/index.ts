import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const repositories: Feature = { name: 'repositories', endpoints }
