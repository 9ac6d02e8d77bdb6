// A page of projects in the order of their names, which are unique.
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Page, PageQuery } from '@bindery/contracts'
import { decodeCursor, encodeCursor, toPage } from '../../platform/cursor.ts'
import type { ProjectRow, Schema } from '../../platform/db/schema.ts'

// The builder's last parameter is what was selected so far: nothing yet.
type Projects = SelectQueryBuilder<Schema, 'projects', object>

export async function pageByName(matching: Projects, query: PageQuery): Promise<Page<ProjectRow>> {
  let page = matching
    .selectAll('projects')
    .orderBy('display_name')
    .limit(query.limit + 1)
  if (query.after !== undefined) page = page.where('display_name', '>', decodeCursor(query.after, 1)[0] ?? '')
  const rows = await page.execute()
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return toPage(rows, query.limit, total, (last) => encodeCursor(last.display_name))
}
