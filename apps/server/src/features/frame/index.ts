import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const frame: Feature = { name: 'frame', endpoints }
