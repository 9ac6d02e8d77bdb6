// Files and folders anywhere, by the beginning of their name; `folder/na` also asks for what stands before it.
import { sql } from 'kysely'
import type { artifactBrowser, Output } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { containing } from '../../platform/cursor.ts'
import { nameOf } from '../../registry/paths.ts'
import { listRepositories } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { maySee } from './places.ts'

type Query = z.output<typeof artifactBrowser.find.shape.query>
type Answer = Output<typeof artifactBrowser.find.shape>

/** Where patterns decide, more is read than is shown. */
const readPerShown = 4

export async function findItems(services: Services, actor: Actor, query: Query): Promise<Answer> {
  const wanted = query.repositories?.split(',')
  const all = await listRepositories(services.registry)
  const readable = new Map(
    all
      .filter((one) => can(actor, 'read', one) && (wanted === undefined || wanted.includes(one.key)))
      .map((one) => [one.id, one]),
  )
  const text = query.text
    .trim()
    .toLowerCase()
    .replaceAll(/^\/+|\/+$/g, '')
  const name = nameOf(text)
  if (readable.size === 0 || name === '') return { items: [], isCut: false }
  const read = query.limit * readPerShown
  let select = services.database.db
    .selectFrom('nodes')
    .select(['repository_id', 'path', 'kind', 'size'])
    .where(sql<boolean>`lower(name) >= ${name}`)
    .where(sql<boolean>`lower(name) < ${`${name}\u{10ffff}`}`)
    .where('repository_id', 'in', [...readable.keys()])
  if (name !== text) select = select.where(sql<boolean>`lower(path) like ${containing(text)} escape '\\'`)
  const rows = await select
    .orderBy(sql`lower(name)`)
    .orderBy('path')
    .limit(read + 1)
    .execute()
  const items = rows.slice(0, read).flatMap((row) => {
    const repository = readable.get(row.repository_id)
    if (!repository || !maySee(actor, repository, row)) return []
    return [{ repository: repository.key, path: row.path, isFolder: row.kind === 'folder', size: row.size }]
  })
  return { items: items.slice(0, query.limit), isCut: rows.length > read || items.length > query.limit }
}
