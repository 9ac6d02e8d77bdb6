// Promotions as build tools ask for them.
import type { BuildMessages, BuildPromotion } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Doer } from '../../access/audit.ts'
import { badRequest } from '../../platform/errors.ts'
import { promoteBuild } from '../../registry/builds/promote-build.ts'
import type { Run } from '../../registry/builds/readable-builds.ts'
import { checkPropertyKey, checkPropertyValue } from '../../registry/paths.ts'
import type { Properties } from '../../registry/properties.ts'
import type { Registry } from '../../registry/registry.ts'
import { resolve } from '../../registry/resolve-repository.ts'
import { momentOf } from './moments.ts'
import { sourcesOf } from './sources.ts'

export async function promoteRun(
  registry: Registry,
  by: Doer & { actor: Actor },
  run: Run,
  given: BuildPromotion,
): Promise<BuildMessages> {
  const { actor } = by
  const { targetRepo, status, comment, ciUser, copy, dryRun } = given
  if (!targetRepo && !status) throw badRequest('Give the build a status, a targetRepo, or both.', 'status')
  const to = targetRepo ? await resolve(registry, targetRepo, actor, 'deploy') : undefined
  const messages = await promoteBuild(registry, by, run, {
    to,
    kind: copy === true ? 'copy' : 'move',
    files: {
      artifacts: given.artifacts !== false,
      dependencies: given.dependencies === true,
      scopes: given.scopes ?? [],
      sources: await sourcesOf(registry, actor, given.sourceRepo ? [given.sourceRepo] : [], 'sourceRepo'),
    },
    properties: propertiesOf(given.properties ?? {}),
    isStrict: given.failFast !== false,
    isDry: dryRun === true,
    status: {
      status: status ?? '',
      comment: comment ?? '',
      repository: to?.key ?? '',
      at: momentOf(given.timestamp || undefined, 'timestamp') ?? registry.clock.now().toISOString(),
      by: actor.name,
      ciUser: ciUser ?? '',
    },
  })
  return { messages }
}

function propertiesOf(given: Record<string, string[]>): Properties {
  for (const [key, values] of Object.entries(given)) {
    checkPropertyKey(key)
    for (const value of values) checkPropertyValue(value)
  }
  return new Map(Object.entries(given))
}
