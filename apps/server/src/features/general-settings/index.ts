import type { Feature } from '../feature.ts'
import { generalParts } from './configuration.ts'
import { endpoints } from './routes.ts'

export const generalSettings: Feature = { name: 'general-settings', endpoints, configuration: generalParts }
