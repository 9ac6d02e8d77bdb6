// Certificates for upstreams that ask for one, under the addresses that clients of Artifactory know.
import { clientCertificates as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const clientCertificates: Feature = {
  name: 'client-certificates',
  endpoints: later([contract], () => import('./routes.ts')),
}
