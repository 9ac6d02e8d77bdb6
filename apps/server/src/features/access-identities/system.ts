import { accessSystem } from '@bindery/contracts'
import { implement } from '../feature.ts'

/** The line of the Access service whose calls are answered. */
const apiLevel = '7.136.0'

export const endpoints = implement(accessSystem, {
  version: { allow: 'public', handle: () => ({ version: apiLevel }) },
})
