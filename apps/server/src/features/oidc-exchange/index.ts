import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const oidcExchange: Feature = { name: 'oidc-exchange', endpoints }
