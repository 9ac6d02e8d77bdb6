import { overview as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const overview: Feature = {
  name: 'overview',
  endpoints: later([contract], () => import('./routes.ts')),
}
