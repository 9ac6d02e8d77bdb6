// Builds: published by build tools, shown to people, promoted and deleted.
import { deleteBuildsJob, deleteFiles, type Deletion } from '../../registry/builds/delete-builds.ts'
import type { Feature } from '../feature.ts'
import { endpoints } from './routes.ts'
import { wireEndpoints } from './wire-routes.ts'

export const builds: Feature = {
  name: 'builds',
  endpoints: [...endpoints, ...wireEndpoints],
  jobs: {
    // Written by deleteLater.
    [deleteBuildsJob]: ({ registry }, payload) => deleteFiles(registry, payload as Deletion),
  },
}
