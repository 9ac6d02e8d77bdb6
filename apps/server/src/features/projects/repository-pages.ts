// The repositories of a project page by page, those it could be given, and what giving one would do to people.
import { sql } from 'kysely'
import type { MoveEffect, Page, ProjectRepository, projectViews, RepositoryKind } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import { containing, decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { ProjectShareRow, RepositoryRow } from '../../platform/db/schema.ts'
import { everyProject, findAssigned, foreignEnvironments } from './assignments.ts'

type Query = z.output<typeof projectViews.repositories.shape.query>

export async function listRepositoryPage(
  access: Access,
  key: string,
  query: Query,
): Promise<Page<ProjectRepository>> {
  const { db } = access.database
  let page = matching(db, key, query)
    .selectAll('repositories')
    .orderBy('key')
    .limit(query.limit + 1)
  if (query.after !== undefined) page = page.where('key', '>', decodeCursor(query.after, 1)[0] ?? '')
  const rows = await page.execute()
  const { total } = await matching(db, key, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const shown = rows.slice(0, query.limit)
  const shares = await sharesOf(db, shown)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => toView(row, shares.get(row.id) ?? [], key)),
    total: Number(total),
    hasNextPage: rows.length > query.limit,
    endCursor: last ? encodeCursor(last.key) : null,
  }
}

/** Who gets and who loses what roles give, when a repository goes from its project to another or to none. */
export async function readMoveEffect(access: Access, repository: string, to: string): Promise<MoveEffect> {
  const { db } = access.database
  const row = await findAssigned(db, repository)
  return {
    from: row.project_key === '' ? null : row.project_key,
    to: to === '' ? null : to,
    gain: await peopleOnlyIn(db, to, row.project_key),
    lose: await peopleOnlyIn(db, row.project_key, to),
    droppedEnvironments: await foreignEnvironments(db, row, to),
  }
}

function matching(db: Db, key: string, { relation, search }: Query) {
  let repositories = db.selectFrom('repositories')
  if (relation === 'own') repositories = repositories.where('project_key', '=', key)
  else repositories = repositories.where('project_key', '<>', key)
  if (relation === 'shared')
    repositories = repositories.where('id', 'in', (from) =>
      from
        .selectFrom('project_shares')
        .select('repository_id')
        .where('project_shares.project_key', 'in', [key, everyProject]),
    )
  return search?.trim()
    ? repositories.where(sql<boolean>`folded_key like ${containing(search)} escape '\\'`)
    : repositories
}

async function sharesOf(db: Db, rows: readonly RepositoryRow[]): Promise<Map<string, ProjectShareRow[]>> {
  if (rows.length === 0) return new Map()
  const shares = await db
    .selectFrom('project_shares')
    .selectAll()
    .where(
      'repository_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('project_key')
    .execute()
  return Map.groupBy(shares, (share) => share.repository_id)
}

function toView(row: RepositoryRow, shares: ProjectShareRow[], project: string): ProjectRepository {
  const reaching = shares.filter((share) => [project, everyProject].includes(share.project_key))
  return {
    key: row.key,
    kind: row.kind as RepositoryKind,
    format: row.format,
    environments: JSON.parse(row.environments) as string[],
    owner: row.project_key === '' ? null : row.project_key,
    isReadOnly: row.project_key !== project && reaching.every((share) => share.is_read_only === 1),
    sharedWith: shares.map((share) => share.project_key).filter((key) => key !== everyProject),
    isSharedWithAll: shares.some((share) => share.project_key === everyProject),
  }
}

const shownNames = 5

/** The members of one project, directly or through a group, who are no members of the other. */
async function peopleOnlyIn(db: Db, project: string, other: string): Promise<MoveEffect['gain']> {
  const people = db
    .selectFrom('users')
    .where(sql<boolean>`users.id in (${peopleOf(project)})`)
    .where(sql<boolean>`users.id not in (${peopleOf(other)})`)
  const { count } = await people.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  const first = await people.select('users.name').orderBy('users.name').limit(shownNames).execute()
  return { count: Number(count), names: first.map((row) => row.name) }
}

const peopleOf = (project: string) => sql`
  select user_id from project_members where project_key = ${project} and user_id is not null
  union
  select memberships.user_id from project_members
  join memberships on memberships.group_id = project_members.group_id
  where project_members.project_key = ${project}`
