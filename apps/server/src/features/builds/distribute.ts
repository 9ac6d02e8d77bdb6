// Distributions as build tools ask for them.
import type { BuildDistribution, BuildMessages } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Doer } from '../../access/audit.ts'
import { badRequest } from '../../platform/errors.ts'
import { distributeBuild } from '../../registry/builds/distribute-build.ts'
import type { Run } from '../../registry/builds/readable-builds.ts'
import type { Registry } from '../../registry/registry.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { sourcesOf } from './sources.ts'

export async function distributeRun(
  registry: Registry,
  by: Doer & { actor: Actor },
  run: Run,
  given: BuildDistribution,
): Promise<BuildMessages> {
  // Whoever holds something back would be surprised to see it served.
  if (given.publish === false)
    throw badRequest(
      'Files in a repository are there for everybody who may read it; none is held back. Leave publish out, or choose a repository that few may read.',
      'publish',
    )
  const messages = await distributeBuild(registry, by, run, {
    to: await resolve(registry, given.targetRepo, by.actor, 'deploy'),
    sources: await sourcesOf(registry, by.actor, given.sourceRepos ?? [], 'sourceRepos'),
    mayReplace: given.overrideExistingFiles === true,
    isDry: given.dryRun === true,
    isLater: given.async === true,
  })
  return { messages }
}
