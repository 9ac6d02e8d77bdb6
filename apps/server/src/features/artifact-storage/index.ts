// Artifactory's storage API: what is known of files and folders, and their properties.
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'

export const artifactStorage: Feature = { name: 'artifact-storage', endpoints }
