// The projects that somebody can choose between, and whether they administer one.
import { sql } from 'kysely'
import type { OwnProjects, projectViews } from '@bindery/contracts'
import type { z } from 'zod'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { memberRows } from '../../access/rules/project-rights.ts'
import { projectAdmin } from '../../access/rules/roles.ts'
import { containing } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'
import { pageByName } from './page-by-name.ts'

type Query = z.output<typeof projectViews.own.shape.query>

const mostKeys = 50

export async function listOwnProjects(access: Access, actor: Actor, query: Query): Promise<OwnProjects> {
  const { db } = access.database
  const memberships = actor.isAdmin || actor.userId === null ? [] : await memberRows(db, actor.userId)
  const own = actor.isAdmin ? undefined : [...new Set(memberships.map((row) => row.project_key))]
  const administered = new Set(
    memberships
      .filter((row) => (JSON.parse(row.roles) as string[]).includes(projectAdmin))
      .map((row) => row.project_key),
  )
  const canAdminister = actor.isAdmin || administered.size > 0
  if (own?.length === 0) return { items: [], total: 0, hasNextPage: false, endCursor: null, canAdminister }
  const page = await pageByName(matching(db, query, own), query)
  const items = page.items.map(({ key, display_name: name }) => ({
    key,
    name,
    isAdmin: actor.isAdmin || administered.has(key),
  }))
  return { ...page, items, canAdminister }
}

function matching(db: Db, { search, keys }: Query, own: string[] | undefined) {
  let projects = db.selectFrom('projects')
  if (own !== undefined) projects = projects.where('key', 'in', own)
  if (keys !== undefined) projects = projects.where('key', 'in', keys.split(',').slice(0, mostKeys))
  return search?.trim() ? projects.where(named(search)) : projects
}

/** The key or the name has this in it. */
export const named = (search: string) =>
  sql<boolean>`(lower(projects.display_name) like ${containing(search)} escape '\\' or projects.key like ${containing(search)} escape '\\')`
