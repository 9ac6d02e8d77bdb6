// One repository as its form shows it, with what hangs on it: who uses it, how much it holds, who changed it last.
import type { RepositoryDetails } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import { virtualsWith } from '../../registry/config/virtuals.ts'
import type { Repository } from '../../registry/repositories.ts'
import { measureRepository } from '../../registry/repository-size.ts'
import type { Services } from '../feature.ts'
import { toManaged } from './list.ts'
import { toWire } from './wire-json.ts'

export async function readDetails(
  services: Services,
  repository: Repository,
  origin: string,
): Promise<RepositoryDetails> {
  const { db } = services.database
  // Counted now: whoever is about to delete it is told what is there, not what was there.
  const size = await measureRepository(db, repository.id)
  return {
    ...toManaged(services, repository, origin, { ...size, countedAt: services.clock.now().toISOString() }),
    configuration: toWire(repository),
    hasPassword: (repository.config.password ?? '') !== '',
    createdAt: repository.createdAt,
    usedBy: (await virtualsWith(db, repository.key)).map(({ key }) => key).sort(),
    permissions: await countPermissions(db, repository.key),
    lastChange: await lastChangeOf(db, repository.key),
  }
}

async function countPermissions(db: Db, key: string): Promise<number> {
  const row = await db
    .selectFrom('permission_targets')
    .select((select) => select.fn.count('permission_id').distinct().as('count'))
    .where('section', '=', 'artifact')
    .where('target', '=', key)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

async function lastChangeOf(db: Db, key: string): Promise<RepositoryDetails['lastChange']> {
  const row = await db
    .selectFrom('audit')
    .select(['actor', 'at', 'detail'])
    .where('target', '=', key)
    .where('kind', 'in', ['repository.created', 'repository.updated'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  // Entries of a creation, and those of earlier releases, name no settings.
  const { changed = [] } = JSON.parse(row.detail) as { changed?: string[] }
  return { by: row.actor, at: row.at, settings: changed }
}
