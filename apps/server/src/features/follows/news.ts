// What happened to followed places, gathered: one row for each place and some minutes.
import type { FollowNews } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { recordEvent } from '../../platform/jobs/events.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { newId } from '../../platform/ids.ts'
import { mayLookInto } from '../../registry/places.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { describeTarget, holderOf, isReadable } from './target.ts'

export interface Happening {
  what: 'added' | 'removed' | 'annotated'
  repository: string
  path: string
  actor: string
}

export interface Following {
  id: string
  user_id: string
}

export const tellJob = 'tell-followers'

const mostShown = 50
const keptFor = 30 * 24 * 60 * 60 * 1000

/** Onto what is being gathered; the first of a place opens a row, and says when it is told. */
export async function addNews(
  { database, clock, followWindow }: Services,
  following: readonly Following[],
  { what, ...last }: Happening,
): Promise<void> {
  const now = clock.now()
  const changed = { ...last, changed_at: now.toISOString(), is_read: 0 }
  const ids = following.map(({ id }) => id)
  await transaction(database, async (db) => {
    const open = await db
      .updateTable('follow_news')
      .set((eb) => ({ ...changed, [what]: eb(what, '+', 1) }))
      .where('is_open', '=', 1)
      .where('follow_id', 'in', ids)
      .returning('follow_id')
      .execute()
    const known = new Set(open.map((row) => row.follow_id))
    const fresh = await stillFollowing(
      db,
      ids.filter((id) => !known.has(id)),
    )
    if (fresh.length === 0) return
    const rows = fresh.map(({ id: follow_id }) => ({
      ...{ id: newId(), follow_id, opened_at: changed.changed_at, is_open: 1 },
      ...{ added: 0, removed: 0, annotated: 0, [what]: 1, ...changed },
    }))
    await forgetOld(db, fresh, new Date(now.getTime() - keptFor))
    await db.insertInto('follow_news').values(rows).execute()
    const runAfter = new Date(now.getTime() + followWindow)
    await enqueue(db, tellJob, { news: rows.map(({ id }) => id) }, { runAfter })
    await recordEvent(db, 'follow-news', { users: fresh.map((one) => one.user_id) })
  })
}

/** Somebody may have thought better of it since they were looked up. */
const stillFollowing = (db: Db, ids: readonly string[]): Promise<Following[]> =>
  db
    .selectFrom('follows')
    .select(['id', 'user_id'])
    .where('id', 'in', ['', ...ids])
    .execute()

const forgetOld = (db: Db, following: readonly Following[], before: Date) =>
  db
    .deleteFrom('follow_news')
    .where(
      'follow_id',
      'in',
      following.map(({ id }) => id),
    )
    .where('changed_at', '<', before.toISOString())
    .execute()

export async function listNews(services: Services, actor: Actor): Promise<FollowNews[]> {
  const rows = await services.database.db
    .selectFrom('follow_news')
    .innerJoin('follows', 'follows.id', 'follow_news.follow_id')
    .select(['follow_news.id', 'changed_at', 'is_read', 'added', 'removed', 'annotated', 'actor'])
    .select(['follow_news.repository', 'follow_news.path as last_path'])
    .select(['repository_id', 'format', 'package', 'follows.path'])
    .where('user_id', '=', actor.userId)
    .orderBy('changed_at', 'desc')
    .limit(mostShown)
    .execute()
  const repositories = await listRepositories(services.registry)
  return rows
    .filter((row) => isReadable(repositories, actor, row))
    .map((row) => ({
      id: row.id,
      target: describeTarget(repositories, row),
      at: row.changed_at,
      isRead: row.is_read === 1,
      added: row.added,
      removed: row.removed,
      annotated: row.annotated,
      by: row.actor,
      last: lastPlace(repositories, actor, row.repository, row.last_path),
    }))
}

/** Null when it is nothing for the reader any more. */
export function lastPlace(
  repositories: readonly Repository[],
  actor: Actor,
  key: string,
  path: string,
): FollowNews['last'] {
  const repository = repositories.find((one) => one.key === key || holderOf(one).key === key)
  if (!repository || !mayLookInto(actor, holderOf(repository), path)) return null
  return { repository: key, path, package: '' }
}

export async function readNews({ database }: Services, { userId }: Actor): Promise<void> {
  await transaction(database, (db) =>
    db
      .updateTable('follow_news')
      .set({ is_read: 1 })
      .where('is_read', '=', 0)
      .where('follow_id', 'in', (eb) => eb.selectFrom('follows').select('id').where('user_id', '=', userId))
      .execute(),
  )
}

/** Also what is still being gathered: whoever clears it has seen it, and needs no letter. */
export async function clearNews({ database }: Services, { userId }: Actor): Promise<void> {
  await transaction(database, (db) =>
    db
      .deleteFrom('follow_news')
      .where('follow_id', 'in', (eb) => eb.selectFrom('follows').select('id').where('user_id', '=', userId))
      .execute(),
  )
}
