import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const apiKeys: Feature = { name: 'api-keys', endpoints }
