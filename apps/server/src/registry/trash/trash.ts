// Deleting into the trash can, and emptying it.
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Db } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { byOf, stampOf } from '../by-actor.ts'
import { announce } from '../events.ts'
import { noteRemoved } from '../mirrors/removed.ts'
import { refuseOlderRemoval } from '../mirrors/superseded.ts'
import { noItem } from '../nodes.ts'
import { findNode, isAtOrBelow, type Stamp } from '../nodes.ts'
import { fileSubject } from '../file-nodes.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { isInRange, type Mapping } from '../transfer/mapping.ts'
import { runTransfer } from '../transfer/run.ts'
import type { Page } from '../transfer/check.ts'
import { makeRoom } from './make-room.ts'
import { getTrash } from './repository.ts'

/** Returns how many files went. */
export async function moveToTrash(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  path: string,
  trash: Repository,
): Promise<number> {
  if (!(await findNode(registry.database.db, repository.id, path))) throw notFound('file or folder', path)
  const mapping = { from: repository, source: path, to: trash, target: `${repository.key}/${path}` }
  const { files } = await runTransfer(registry, actor, {
    kind: 'move',
    mapping,
    needs: { source: ['delete'], target: [] },
    async before(db, then) {
      await refuseOlderRemoval(db, { actor, repository, path })
      await makeRoom(registry, db, then, mapping)
    },
    also: (db, page, stamp) => mark(db, mapping, page, stamp),
    async first(db) {
      await noteRemoved(db, repository, path, stampOf(registry, actor))
      await announce(db, 'deleted', {
        repository: repository.key,
        format: repository.format,
        path,
        ...byOf(actor),
      })
    },
  })
  return files
}

/** Properties of what lies there. */
export const marks = {
  time: 'trash.time',
  by: 'trash.deletedBy',
  repository: 'trash.originalRepository',
  kind: 'trash.originalRepositoryType',
  path: 'trash.originalPath',
}

/** Where each file came from, when and by whom it was deleted. */
async function mark(db: Db, mapping: Mapping, page: Page, stamp: Stamp): Promise<void> {
  const { from, to } = mapping
  const beginning = `${from.key}/`
  const placed = isInRange(
    { ...mapping, from: to, source: mapping.target },
    { after: page.after === '' ? '' : beginning + page.after, last: beginning + page.last },
    's',
  )
  await sql`delete from properties where key in (${sql.join(Object.values(marks))})
    and node_id in (select s.id from nodes as s where ${placed})`.execute(db)
  const values: [string, ReturnType<typeof sql>][] = [
    [marks.time, sql`cast(${String(Date.parse(stamp.at))} as text)`],
    [marks.by, sql`cast(${stamp.by} as text)`],
    [marks.repository, sql`cast(${from.key} as text)`],
    [marks.kind, sql`cast(${from.kind} as text)`],
    [marks.path, sql`substr(s.path, cast(${beginning.length + 1} as integer))`],
  ]
  for (const [key, value] of values)
    await sql`insert into properties (node_id, key, value, repository_id)
      select s.id, cast(${key} as text), ${value}, s.repository_id from nodes as s
      where ${placed} and s.kind = 'file'`.execute(db)
}

const step = 2000

/** For good. Everything without a path. */
export async function cleanTrash(registry: Registry, path = ''): Promise<void> {
  const trash = await getTrash(registry)
  if (path !== '' && !(await findNode(registry.database.db, trash.id, path))) throw noItem(trash.key, path)
  while ((await dropSome(registry, trash, path)) === step);
}

/** Those at or below the path, in steps, so that nobody waits long; deepest first, so that no folder goes before its files. */
async function dropSome(registry: Registry, trash: Repository, path: string): Promise<number> {
  return transaction(registry.database, async (db, after) => {
    const rows = await db
      .deleteFrom('nodes')
      .where('id', 'in', (query) =>
        query
          .selectFrom('nodes')
          .select('id')
          .where('repository_id', '=', trash.id)
          .where((where) => (path === '' ? where('path', '<>', '') : isAtOrBelow(path)(where)))
          .orderBy('path', 'desc')
          .limit(step),
      )
      .returning('path')
      .execute()
    after(() => {
      for (const row of rows) registry.files.forget(fileSubject(trash.id, row.path))
    })
    return rows.length
  })
}

/** Files that lay there since before; then the folders that are empty. */
export async function expireTrash(registry: Registry, before: Date): Promise<void> {
  const trash = await getTrash(registry)
  for (let went = step; went === step;)
    went = await transaction(registry.database, async (db) => {
      const { rows } = await sql`delete from nodes where id in (
        select id from nodes where repository_id = ${trash.id} and kind = 'file' and updated_at < ${before.toISOString()}
        limit ${step}) returning id`.execute(db)
      return rows.length
    })
  for (let went = 1; went > 0;)
    went = await transaction(registry.database, async (db) => {
      const { rows } = await sql`delete from nodes where repository_id = ${trash.id} and kind = 'folder'
        and not exists (select 1 from nodes as c where c.repository_id = nodes.repository_id and c.parent = nodes.path)
        returning id`.execute(db)
      return rows.length
    })
  registry.files.forgetAll()
}
