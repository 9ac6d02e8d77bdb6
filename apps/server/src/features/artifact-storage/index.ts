// Artifactory's storage API: what is known of files and folders, and their properties.
import { artifactStorage as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const artifactStorage: Feature = {
  name: 'artifact-storage',
  endpoints: later([contract], () => import('./routes.ts')),
}
