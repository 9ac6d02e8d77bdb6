// The list of all tokens for the administrator: page by page, newest first, with what each filter would show.
import { sql, type ExpressionBuilder } from 'kysely'
import { tokenFilters, type ListedToken, type Page, type TokenFilter } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { toListed } from '../../access/tokens/token-lists.ts'
import { adminScope } from '../../access/tokens/token-scope.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Schema } from '../../platform/db/schema.ts'

interface TokenPageQuery {
  after?: string | undefined
  limit: number
  search?: string | undefined
  filter?: TokenFilter | undefined
}

type Where = ExpressionBuilder<Schema, 'tokens'>

const unusedDays = 90

export async function tokenPage(
  access: Access,
  actor: Actor,
  query: TokenPageQuery,
): Promise<Page<ListedToken>> {
  const now = access.clock.now()
  const { search, filter } = query
  let page = matching(access, search).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
  if (filter) page = page.where((where) => meets(where, filter, now))
  if (query.after !== undefined) {
    const [at, id] = readCursor(query.after)
    page = page.where((where) => where(where.refTuple('created_at', 'id'), '<', where.tuple(at, id)))
  }
  const rows = await page.limit(query.limit + 1).execute()
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  const counts = await tokenCounts(access, search)
  return {
    items: items.map((row) => toListed(row, actor, now.toISOString())),
    total: counts[filter ?? 'all'],
    hasNextPage: rows.length > query.limit,
    endCursor: last ? `${last.created_at} ${last.id}` : null,
  }
}

/** In one pass over the rows that the search finds. */
export async function tokenCounts(
  access: Access,
  search: string | undefined,
): Promise<Record<TokenFilter | 'all', number>> {
  const now = access.clock.now()
  const row = await matching(access, search)
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select((where) => tokenFilters.map((one) => countWhere(where, one, now).as(one)))
    .executeTakeFirstOrThrow()
  return {
    all: Number(row.all),
    'never-used': Number(row['never-used']),
    unused: Number(row.unused),
    'no-expiry': Number(row['no-expiry']),
    admin: Number(row.admin),
  }
}

function matching({ database }: Access, search: string | undefined) {
  const all = database.db.selectFrom('tokens')
  return search ? all.where((where) => containing(where, search)) : all
}

const countWhere = (where: Where, filter: TokenFilter, now: Date) =>
  where.fn.coalesce(
    where.fn.sum<number>(
      where
        .case()
        .when(meets(where, filter, now))
        .then(1)
        .else(0)
        .end(),
    ),
    sql<number>`0`,
  )

const meets = (where: Where, filter: TokenFilter, now: Date) => conditions[filter](where, now)

const conditions = {
  'never-used': (where: Where) => where('last_used_at', 'is', null),
  unused: (where: Where, now: Date) => {
    const longAgo = new Date(now.getTime() - unusedDays * 86_400_000).toISOString()
    return where(where.fn.coalesce('last_used_at', 'created_at'), '<', longAgo)
  },
  'no-expiry': (where: Where) => where('expires_at', 'is', null),
  admin: (where: Where) => where('scope', 'like', `%${adminScope}%`),
}

function containing(where: Where, search: string) {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`
  const like = (column: 'subject' | 'description' | 'id') =>
    sql<boolean>`lower(${where.ref(column)}) like ${pattern} escape '\\'`
  return where.or([like('subject'), like('description'), like('id')])
}

function readCursor(text: string): [at: string, id: string] {
  const [at, id, ...rest] = text.split(' ')
  if (at === undefined || id === undefined || rest.length > 0)
    throw badRequest('The cursor is not one that a page ended with.', 'after')
  return [at, id]
}
