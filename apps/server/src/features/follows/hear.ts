// From what happened to whom it concerns. What people do themselves they know, and what a cache fetches nobody published.
import { sql, type ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { loadActor, readVersion } from '../../access/rules/load-actor.ts'
import type { AccessVersion } from '../../access/rules/access-version.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { EventListener } from '../../platform/jobs/event-dispatcher.ts'
import type { RecordedEvent } from '../../platform/jobs/events.ts'
import { mayLookInto } from '../../registry/places.ts'
import { packageFolder } from '../../registry/registry.ts'
import { findRepository, listRepositories, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { virtualsBefore } from './behind.ts'
import { addNews, type Following, type Happening } from './news.ts'
import { longestPath, pathAndAbove } from './target.ts'

const Told = z.object({
  repository: z.string(),
  actor: z.string(),
  path: z.string().optional(),
  from: z.string().optional(),
  format: z.string().optional(),
  package: z.string().optional(),
  isFetched: z.boolean().optional(),
})

const whats = {
  published: 'added',
  copied: 'added',
  moved: 'added',
  deleted: 'removed',
  'property-changed': 'annotated',
  'tag-changed': 'annotated',
} as const

export function listenFor(services: Services): EventListener {
  const actorOf = rememberActors(services)
  return { kinds: Object.keys(whats), handle: (event) => hear(services, actorOf, event) }
}

type ActorOf = (userId: string) => Promise<Actor | undefined>

async function hear(services: Services, actorOf: ActorOf, event: RecordedEvent): Promise<void> {
  const { kind, payload, createdAt: at } = event
  const { repository, actor, from, isFetched, ...told } = Told.parse(payload)
  const path = told.path ?? packageFolder(services.registry, told.format ?? '', told.package ?? '')
  if (isFetched || path === undefined) return
  if (kind === 'moved' && from !== undefined) {
    const source = { repository: from.slice(0, from.indexOf('/')), path: from.slice(from.indexOf('/') + 1) }
    await relocate(services, source, { repository, path })
    await note(services, actorOf, { ...source, actor, what: 'removed' }, at)
  }
  // Only these kinds are listened for.
  await note(services, actorOf, { repository, path, actor, what: whats[kind as keyof typeof whats] }, at)
}

async function note(services: Services, actorOf: ActorOf, happening: Happening, at: string): Promise<void> {
  const repository = await findRepository(services.registry, happening.repository)
  if (!repository) return
  const virtuals = virtualsBefore(await listRepositories(services.registry), repository)
  const concerned: Following[] = []
  for (const following of await findFollowing(services, repository, virtuals, happening, at)) {
    const actor = await actorOf(following.user_id)
    if (!actor || actor.name === happening.actor) continue
    if (mayLookInto(actor, repository, happening.path)) concerned.push(following)
  }
  if (concerned.length > 0) await addNews(services, concerned, happening)
}

/** Those who did by then, of the place and of what is above it; of what lay below it, when a whole folder went. Of virtual ones only
 * the whole is followed. */
const findFollowing = (
  { database }: Services,
  { id, format }: Repository,
  virtuals: readonly Repository[],
  { path, what }: Happening,
  at: string,
): Promise<Following[]> =>
  database.db
    .selectFrom('follows')
    .select(['id', 'user_id'])
    .where('since', '<=', at)
    .where((eb) =>
      eb.and([
        eb.or([
          eb('repository_id', 'in', [id, ...virtuals.map((one) => one.id)]),
          eb.and([eb('repository_id', 'is', null), eb('format', '=', format)]),
        ]),
        eb.or([
          eb('path', 'in', pathAndAbove(path)),
          ...(what === 'removed' && path !== '' ? [isBelow(eb, path)] : []),
        ]),
      ]),
    )
    .execute()

const isBelow = (eb: ExpressionBuilder<Schema, 'follows'>, path: string) =>
  eb.and([eb('path', '>', `${path}/`), eb('path', '<', `${path}0`)])

interface Spot {
  repository: string
  path: string
}

/** Whoever follows what was moved follows it to where it is now. */
async function relocate({ database, registry }: Services, from: Spot, to: Spot): Promise<void> {
  const source = await findRepository(registry, from.repository)
  const target = await findRepository(registry, to.repository)
  if (!source || !target) return
  const newPath = sql<string>`${to.path} || substr(follows.path, ${sql.lit([...from.path].length + 1)})`
  const longest = longestPath - to.path.length + from.path.length
  const isMoved = (eb: ExpressionBuilder<Schema, 'follows'>) =>
    eb.and([
      eb('follows.repository_id', '=', source.id),
      eb.or([eb('follows.path', '=', from.path), isBelow(eb, from.path)]),
    ])
  const { db } = database
  if (!(await db.selectFrom('follows').select('id').where(isMoved).limit(1).executeTakeFirst())) return
  await transaction(database, async (db) => {
    await db
      .deleteFrom('follows')
      .where(isMoved)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('follows as other')
            .select('other.id')
            .whereRef('other.user_id', '=', 'follows.user_id')
            .where('other.repository_id', '=', target.id)
            .where('other.path', '=', newPath),
        ),
      )
      .execute()
    await db
      .updateTable('follows')
      .set({ repository_id: target.id, path: newPath })
      .where(isMoved)
      .where(sql<boolean>`length(follows.path) <= ${sql.lit(longest)}`)
      .execute()
  })
}

/** Asked for each event and follower: read once, until anybody's rights change. */
function rememberActors({ access }: Services): ActorOf {
  const known = new Map<string, Actor | undefined>()
  let version: AccessVersion['people'] | undefined
  return async (userId) => {
    const { people } = await readVersion(access)
    if (people !== version) known.clear()
    version = people
    if (!known.has(userId)) known.set(userId, await loadActor(access, userId))
    return known.get(userId)
  }
}
