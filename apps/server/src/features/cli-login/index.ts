import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const cliLogin: Feature = { name: 'cli-login', endpoints }
