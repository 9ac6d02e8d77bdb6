// Files that stay when runs go, because a run that stays has deployed them again: the file says so by its properties, or that run
// by the place it names. Unchanged artifacts are deployed to the same path by build after build.
import { sql } from 'kysely'
import { chunks } from '../../access/people/memberships.ts'
import { listOf } from '../../platform/db/bound-list.ts'
import type { BuildRow } from '../../platform/db/schema.ts'
import type { Registry } from '../registry.ts'
import type { LinkedFile } from './build-files.ts'

/** The ids of their nodes. */
export async function filesOfOtherRuns(
  registry: Registry,
  files: readonly LinkedFile[],
  runs: readonly BuildRow[],
): Promise<Set<string>> {
  const ids = runs.map(({ id }) => id)
  const kept = new Set<string>()
  for (const some of chunks(files)) {
    const named = await namedByProperties(registry, some, ids)
    const placed = await namedByPlace(registry, some, ids)
    for (const { nodeId, repository, path } of some)
      if (named.has(nodeId) || placed.has(keyOf(repository.key, path))) kept.add(nodeId)
  }
  return kept
}

const keyOf = (...parts: string[]) => JSON.stringify(parts)

async function namedByProperties(
  { database }: Registry,
  files: readonly LinkedFile[],
  goingIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select names.node_id as id from properties as names
    join properties as numbers on numbers.node_id = names.node_id and numbers.key = 'build.number'
    where names.key = 'build.name' and names.node_id in ${listOf(
      database.engine,
      files.map(({ nodeId }) => nodeId),
    )} and exists (
      select 1 from builds where builds.name = names.value and builds.number = numbers.value
      and builds.id not in ${listOf(database.engine, goingIds)}
    )`.execute(database.db)
  return new Set(rows.map(({ id }) => id))
}

async function namedByPlace(
  { database }: Registry,
  files: readonly LinkedFile[],
  goingIds: readonly string[],
): Promise<Set<string>> {
  const { engine, db } = database
  const of = (values: string[]) => listOf(engine, [...new Set(values)])
  const { rows } = await sql<{ repository: string; path: string }>`
    select distinct made.repository, made.path from build_artifacts as made
    join build_modules on build_modules.id = made.module_id
    where (made.sha1 in ${of(files.map(({ sha1 }) => sha1))} or made.sha256 in ${of(files.map(({ sha256 }) => sha256))})
    and made.path in ${of(files.map(({ path }) => path))}
    and build_modules.build_id not in ${listOf(engine, goingIds)}`.execute(db)
  return new Set(rows.map(({ repository, path }) => keyOf(repository, path)))
}
