// Searches: the query language, and the addresses for what is asked most often. All of them are queries of
// registry/aql, so that rights, limits and indexes are the same for all.
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const search: Feature = { name: 'search', endpoints }
