import { profile as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const profile: Feature = { name: 'profile', endpoints: later([contract], () => import('./routes.ts')) }
