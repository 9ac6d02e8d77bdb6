import { live as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { closeHub } from './hub.ts'

export const live: Feature = {
  name: 'live',
  endpoints: later([contract], () => import('./routes.ts')),
  stop: closeHub,
}
