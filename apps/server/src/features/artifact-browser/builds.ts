// Builds that made or used a file, found by its digest: files are moved and copied, bytes stay the same.
import type { ItemBuild } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Services } from '../feature.ts'
import { findNodeAt, type Asked } from '../../registry/places.ts'

const mostShown = 100

export async function listBuilds(
  services: Services,
  actor: Actor,
  asked: Asked,
): Promise<{ items: ItemBuild[]; isCut: boolean }> {
  const { db } = services.database
  const { node } = await findNodeAt(services, actor, asked)
  if (node.sha256 === null) return { items: [], isCut: false }
  const blob = await db
    .selectFrom('blobs')
    .select('sha1')
    .where('sha256', '=', node.sha256)
    .executeTakeFirst()
  const digests = { sha256: node.sha256, sha1: blob?.sha1 ?? '' }
  const rows = [
    ...(await readBuilds(db, 'build_artifacts', digests)),
    ...(await readBuilds(db, 'build_dependencies', digests)),
  ]
  const visible = rows.filter(({ repository, name }) =>
    can(actor, 'read', { section: 'build', key: repository, kind: 'local' }, name),
  )
  return { items: visible.slice(0, mostShown), isCut: visible.length > mostShown }
}

/** Build tools name the SHA-1 always and the SHA-256 sometimes. */
async function readBuilds(
  db: Db,
  table: 'build_artifacts' | 'build_dependencies',
  digests: { sha256: string; sha1: string },
): Promise<ItemBuild[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom(table)
        .select('module_id')
        .where(({ or, and, eb }) =>
          or([
            eb('sha256', '=', digests.sha256),
            and([eb('sha256', '=', ''), eb('sha1', '=', digests.sha1)]),
          ]),
        )
        .as('part'),
    )
    .innerJoin('build_modules', 'build_modules.id', 'part.module_id')
    .innerJoin('builds', 'builds.id', 'build_modules.build_id')
    .innerJoin('repositories', 'repositories.id', 'builds.repository_id')
    .select(['builds.name', 'builds.number', 'builds.started', 'repositories.key as repository'])
    .select(['build_modules.name as module', 'builds.revision', 'builds.branch'])
    .orderBy('builds.started', 'desc')
    .limit(mostShown + 1)
    .execute()
  return rows.map((row) => ({ ...row, relation: table === 'build_artifacts' ? 'produced' : 'used' }))
}
