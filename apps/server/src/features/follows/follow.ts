// Who follows what.
import type { Follow, FollowTarget, Followers } from '@bindery/contracts'
import type { ExpressionBuilder } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { mayUse } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, forbidden, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { virtualsBefore } from './behind.ts'
import { describeTarget, findTarget, isReadable, pathAndAbove, type Place } from './target.ts'

const mostFollows = 500
const mostListed = 200

/** Those of this very place, of the folders above it and of virtual repositories that show it, the nearest first. */
export async function listFollowers(
  services: Services,
  actor: Actor,
  target: FollowTarget,
): Promise<Followers> {
  const { db } = services.database
  const place = await findTarget(services, actor, target)
  const repositories = await listRepositories(services.registry)
  const holder = repositories.find(({ id }) => id === place.repository_id)
  const virtuals = holder ? virtualsBefore(repositories, holder) : []
  const following = db
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.user_id')
    .where(isAtOrAbove(place, virtuals))
  const rows = await following
    .selectAll('follows')
    .select('users.name')
    .orderBy('follows.path', 'desc')
    .orderBy('follows.since')
    .limit(mostListed)
    .execute()
  const { total } = await following
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return {
    own: await findOwn(db, actor, place),
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      since: row.since,
      target: describeTarget(repositories, row),
      isHere: row.repository_id === place.repository_id && row.path === place.path,
      isOwn: row.user_id === actor.userId,
    })),
    total: Number(total),
    canRemove: mayUse(actor, 'administer'),
  }
}

async function findOwn(db: Db, { userId }: Actor, place: Place): Promise<string | null> {
  const row = await db
    .selectFrom('follows')
    .select('id')
    .where(isAtOrAbove(place, []))
    .where('follows.path', '=', place.path)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id ?? null
}

const isAtOrAbove =
  ({ repository_id, format, path }: Place, virtuals: readonly Repository[]) =>
  (eb: ExpressionBuilder<Schema, 'follows'>) =>
    repository_id === null
      ? eb.and([
          eb('follows.repository_id', 'is', null),
          eb('follows.format', '=', format),
          eb('follows.path', '=', path),
        ])
      : eb.or([
          eb.and([
            eb('follows.repository_id', '=', repository_id),
            eb('follows.path', 'in', pathAndAbove(path)),
          ]),
          eb.and([
            eb('follows.repository_id', 'in', [repository_id, ...virtuals.map(({ id }) => id)]),
            eb('follows.path', '=', ''),
          ]),
        ])

/** What one follows and may still read; whoever gets a right back finds the rest again. */
export async function listFollows(services: Services, actor: Actor): Promise<Follow[]> {
  const rows = await services.database.db
    .selectFrom('follows')
    .leftJoin('nodes', (join) =>
      join
        .onRef('nodes.repository_id', '=', 'follows.repository_id')
        .onRef('nodes.path', '=', 'follows.path'),
    )
    .selectAll('follows')
    .select('nodes.id as node_id')
    .where('user_id', '=', actor.userId)
    .orderBy('since', 'desc')
    .execute()
  const repositories = await listRepositories(services.registry)
  return rows
    .filter((row) => isReadable(repositories, actor, row))
    .map((row) => ({
      id: row.id,
      target: describeTarget(repositories, row),
      since: row.since,
      isMissing: row.repository_id !== null && row.path !== '' && row.node_id === null,
    }))
}

/** Twice is once. */
export async function follow(services: Services, actor: Actor, target: FollowTarget): Promise<Follow> {
  const place = await findTarget(services, actor, target)
  const user_id = actor.userId ?? '' // the endpoint is for users only
  await transaction(services.database, async (db) => {
    if (await findOwn(db, actor, place)) return
    await requireRoom(db, user_id)
    await db
      .insertInto('follows')
      .values({ ...place, id: newId(), user_id, since: services.clock.now().toISOString() })
      .onConflict((on) => on.doNothing())
      .execute()
  })
  const all = await listFollows(services, actor)
  const id = await findOwn(services.database.db, actor, place)
  const found = all.find((one) => one.id === id)
  if (!found) throw notFound('followed place', target.path)
  return found
}

async function requireRoom(db: Db, userId: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!user) throw forbidden('Only a user can follow something.')
  const { count } = await db
    .selectFrom('follows')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostFollows)
    throw badRequest(`At most ${mostFollows} places can be followed. Unfollow some first.`)
}

/** One's own; an administrator also ends what others follow. */
export async function unfollow(
  { access, database }: Services,
  by: Doer & { actor: Actor },
  id: string,
): Promise<void> {
  await transaction(database, async (db) => {
    const row = await db
      .selectFrom('follows')
      .innerJoin('users', 'users.id', 'follows.user_id')
      .select(['user_id', 'users.name', 'path'])
      .where('follows.id', '=', id)
      .executeTakeFirst()
    const isOwn = row?.user_id === by.actor.userId
    if (!row || (!isOwn && !mayUse(by.actor, 'administer'))) throw notFound('followed place', id)
    await db.deleteFrom('follows').where('id', '=', id).execute()
    if (!isOwn)
      await audit(access, db, by, { kind: 'follow.removed', target: row.name, detail: { path: row.path } })
  })
}
