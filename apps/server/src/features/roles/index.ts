import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'
import { endpoints as views } from './view-routes.ts'

export const roles: Feature = { name: 'roles', endpoints: [...endpoints, ...views] }
