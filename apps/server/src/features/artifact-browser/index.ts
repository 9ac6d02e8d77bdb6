// What lies where: the tree of repositories, folders and files, and the details of each. Reads only; every change is a call
// that command lines make, too.
import { artifactBrowser as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const artifactBrowser: Feature = {
  name: 'artifact-browser',
  endpoints: later([contract], () => import('./routes.ts')),
}
