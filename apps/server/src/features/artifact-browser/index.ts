// What lies where: the tree of repositories, folders and files, and the details of each. Reads only; every change is a call
// that command lines make, too.
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const artifactBrowser: Feature = { name: 'artifact-browser', endpoints }
