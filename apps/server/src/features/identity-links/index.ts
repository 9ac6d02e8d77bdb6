import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const identityLinks: Feature = { name: 'identity-links', endpoints }
