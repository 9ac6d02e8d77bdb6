import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const generalSettings: Feature = { name: 'general-settings', endpoints }
