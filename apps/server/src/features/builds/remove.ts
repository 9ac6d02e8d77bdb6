// Deleting runs on request and by age.
import type { BuildRetention } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Doer } from '../../access/audit.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/errors.ts'
import { auditDeletion, deleteFiles, deleteLater, planDeletion } from '../../registry/builds/delete-builds.ts'
import { allRuns } from '../../registry/builds/find-builds.ts'
import { noBuild, requireBuildRight } from '../../registry/builds/readable-builds.ts'
import { expiredRuns, readDate } from '../../registry/builds/retention.ts'
import type { Registry } from '../../registry/registry.ts'
import type { BuildAddress } from './address.ts'

type Caller = Doer & { actor: Actor }

export const isYes = (flag: string | undefined): boolean => flag === '1' || flag === 'true'

type BuildName = Pick<BuildAddress, 'repository' | 'name'>

interface Removal {
  numbers: readonly string[] | undefined
  isAll: boolean
  withArtifacts: boolean
}

/** Returns what went, for people: `web#1, web#2`. */
export async function removeRuns(
  registry: Registry,
  by: Caller,
  build: BuildName,
  { numbers = [], isAll, withArtifacts }: Removal,
): Promise<string> {
  const { repository, name } = build
  requireBuildRight(by.actor, 'delete', repository.key, name)
  if (!isAll && numbers.length === 0)
    throw badRequest(
      'Say which builds go: their numbers, or deleteAll for every one of them.',
      'buildNumbers',
    )
  const all = await allRuns(registry.database.db, repository.id, name)
  const [wanted, known] = [new Set(numbers), new Set(all.map((run) => run.number))]
  const runs = isAll ? all : all.filter((run) => wanted.has(run.number))
  const missing = isAll ? undefined : numbers.find((number) => !known.has(number))
  if (missing !== undefined) throw noBuild(name, missing)
  await discard(registry, by, build, runs, { withArtifacts, isLater: false })
  return runs.map((run) => `${name}#${run.number}`).join(', ')
}

export async function retainRuns(
  registry: Registry,
  by: Caller,
  build: BuildName,
  given: BuildRetention,
  isLater: boolean,
): Promise<void> {
  const { repository, name } = build
  requireBuildRight(by.actor, 'delete', repository.key, name)
  const runs = await allRuns(registry.database.db, repository.id, name)
  const expired = expiredRuns(runs, {
    count: given.count === -1 ? undefined : (given.count ?? undefined),
    before: readDate(given.minimumBuildDate),
    kept: given.buildNumbersNotToBeDiscarded ?? [],
  })
  const withArtifacts = given.deleteBuildArtifacts === true
  await discard(registry, by, build, expired, { withArtifacts, isLater })
}

async function discard(
  registry: Registry,
  by: Caller,
  { repository, name }: BuildName,
  runs: readonly BuildRow[],
  { withArtifacts, isLater }: { withArtifacts: boolean; isLater: boolean },
): Promise<void> {
  if (runs.length === 0) return
  const deletion = await planDeletion(registry, by.actor, repository, runs, withArtifacts)
  await auditDeletion(registry, by, repository, name, runs)
  await (isLater ? deleteLater(registry, deletion) : deleteFiles(registry, deletion))
}
