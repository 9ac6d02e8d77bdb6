import { frame as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const frame: Feature = { name: 'frame', endpoints: later([contract], () => import('./routes.ts')) }
