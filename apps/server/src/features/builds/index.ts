// Builds: published by build tools, shown to people, promoted and deleted.
import { artifactoryBuilds, builds as contract } from '@bindery/contracts'
import { copyPlanned, distributeJob } from '../../registry/builds/distribute-build.ts'
import { deleteBuildsJob, deleteFiles, type Deletion } from '../../registry/builds/delete-builds.ts'
import { later, type Feature } from '../feature.ts'

export const builds: Feature = {
  name: 'builds',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([artifactoryBuilds], () => import('./wire-routes.ts')),
  ],
  jobs: {
    // Written by deleteLater.
    [deleteBuildsJob]: ({ registry }, payload) => deleteFiles(registry, payload as Deletion),
    [distributeJob]: ({ registry }, payload) => copyPlanned(registry, payload),
  },
}
