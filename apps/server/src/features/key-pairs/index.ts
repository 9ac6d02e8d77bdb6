// Keys to sign with and keys to believe, under the addresses that clients of Artifactory know.
import { keyPairs as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const keyPairs: Feature = {
  name: 'key-pairs',
  endpoints: later([contract], () => import('./routes.ts')),
}
