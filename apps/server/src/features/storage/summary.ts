// The numbers as they are shown: by repository, package type and project, with growth from the samples of days.
import type { StorageSummary, StoredGroup, StoredRepository } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import type { Services } from '../feature.ts'
import { readDisk } from './disk.ts'
import { storageState } from './state.ts'
import { firstSamples, trendOf } from './trend.ts'

export async function readSummary(services: Services): Promise<StorageSummary> {
  const { access, clock, database, home } = services
  const state = await access.live.get(storageState)
  const samples = await firstSamples(database.db, clock.now())
  const repositories = await readRepositories(database.db, samples.bytes)
  const disk = await readDisk(home)
  const artifacts = {
    files: total(repositories, 'files'),
    folders: total(repositories, 'folders'),
    bytes: total(repositories, 'bytes'),
  }
  const { computedAt, requestedAt, files, failure, binaries } = state
  return {
    computedAt,
    computing:
      requestedAt === null
        ? null
        : { since: requestedAt, files, expected: computedAt === null ? null : artifacts.files },
    failure,
    binaries,
    artifacts,
    saved: Math.max(0, artifacts.bytes - binaries.bytes),
    disk,
    trend: trendOf({ ...samples, now: clock.now(), used: binaries.bytes, free: disk.free }),
    repositories,
    formats: groupsOf(repositories, ({ format }) => format),
    projects: groupsOf(repositories, ({ project }) => project),
  }
}

async function readRepositories(db: Db, before: Map<string, number>): Promise<StoredRepository[]> {
  const rows = await db
    .selectFrom('storage_sums as sum')
    .innerJoin('repositories as one', 'one.id', 'sum.repository_id')
    .select([
      'one.id',
      'one.key',
      'one.kind',
      'one.format',
      'one.project_key',
      'sum.files',
      'sum.folders',
      'sum.bytes',
    ])
    .orderBy('sum.bytes', 'desc')
    .orderBy('one.key')
    .execute()
  return rows.map(({ id, project_key: project, kind, ...row }) => {
    const old = before.get(id)
    // Only registry/repositories.ts writes kinds.
    return {
      ...row,
      kind: kind as StoredRepository['kind'],
      project,
      growth: old === undefined ? null : row.bytes - old,
    }
  })
}

function groupsOf(
  repositories: StoredRepository[],
  nameOf: (one: StoredRepository) => string,
): StoredGroup[] {
  return [...Map.groupBy(repositories, nameOf)]
    .map(([name, members]) => ({
      name,
      repositories: members.length,
      files: total(members, 'files'),
      bytes: total(members, 'bytes'),
      growth: members.every(({ growth }) => growth === null)
        ? null
        : members.reduce((sum, { growth }) => sum + (growth ?? 0), 0),
    }))
    .toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
}

const total = (repositories: StoredRepository[], column: 'files' | 'folders' | 'bytes') =>
  repositories.reduce((sum, one) => sum + one[column], 0)
