// Builds: published by build tools, shown to people, promoted and deleted.
import { artifactoryBuilds, builds as contract } from '@bindery/contracts'
import type { Deletion } from '../../registry/builds/delete-builds.ts'
import { later, type Feature } from '../feature.ts'

// Loaded when there is such a job, not by every start.
const deleting = () => import('../../registry/builds/delete-builds.ts')
const distributing = () => import('../../registry/builds/distribute-build.ts')
const deleteBuildsJob: Loaded<typeof deleting>['deleteBuildsJob'] = 'delete-builds'
const distributeJob: Loaded<typeof distributing>['distributeJob'] = 'distribute-build'

type Loaded<F extends () => Promise<unknown>> = Awaited<ReturnType<F>>

export const builds: Feature = {
  name: 'builds',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([artifactoryBuilds], () => import('./wire-routes.ts')),
  ],
  jobs: {
    // Written by deleteLater.
    [deleteBuildsJob]: async ({ registry }, payload) =>
      (await deleting()).deleteFiles(registry, payload as Deletion),
    [distributeJob]: async ({ registry }, payload) => (await distributing()).copyPlanned(registry, payload),
  },
}
