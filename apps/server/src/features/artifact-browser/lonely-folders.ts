// Folders that hold nothing but one folder are shown as one line, `org/acme/app`. A round for each level, whatever the
// number of folders; what is deeper than that is opened by hand.
import { sql } from 'kysely'
import type { TreeItem } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Repository } from '../../registry/repositories.ts'

const mostLevels = 8

export async function joinLonelyFolders(
  db: Db,
  actor: Actor,
  members: readonly Repository[],
  items: readonly TreeItem[],
): Promise<TreeItem[]> {
  const [repository, ...others] = members
  // Of several members each would have to have the same lonely folder.
  if (!repository || others.length > 0) return [...items]
  const joined = new Map(items.filter((item) => item.isFolder).map((item) => [item, item]))
  let open = [...joined.keys()]
  for (let level = 0; level < mostLevels && open.length > 0; level++) {
    const inside = await readFirstTwo(
      db,
      repository.id,
      open.map((item) => joined.get(item)?.path ?? item.path),
    )
    open = open.filter((item) => {
      const now = joined.get(item) ?? item
      const { first, second } = inside.get(now.path) ?? { first: null, second: null }
      joined.set(item, { ...now, hasChildren: first !== null })
      if (first === null || second !== null || first.kind !== 'folder') return false
      if (!can(actor, 'read', repository, `${first.path}/`)) return false
      joined.set(item, { ...now, name: `${now.name}/${first.name}`, path: first.path, hasChildren: true })
      return true
    })
  }
  return items.map((item) => joined.get(item) ?? item)
}

interface FirstTwo {
  first: { path: string; name: string; kind: string } | null
  second: string | null
}

async function readFirstTwo(db: Db, repositoryId: string, paths: string[]): Promise<Map<string, FirstTwo>> {
  const child = (skip: number) =>
    sql<string | null>`(select child.path from nodes as child where child.repository_id = nodes.repository_id
      and child.parent = nodes.path order by child.name limit 1 offset ${sql.lit(skip)})`
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .select(['nodes.path', child(0).as('first'), child(1).as('second')])
        .where('nodes.repository_id', '=', repositoryId)
        .where('nodes.path', 'in', paths)
        .as('folders'),
    )
    .leftJoin('nodes as inner', (join) =>
      join.on('inner.repository_id', '=', repositoryId).onRef('inner.path', '=', 'folders.first'),
    )
    .select(['folders.path', 'folders.first', 'folders.second', 'inner.name', 'inner.kind'])
    .execute()
  return new Map(
    rows.map(({ path, first, second, name, kind }) => [
      path,
      { first: first === null ? null : { path: first, name: name ?? '', kind: kind ?? '' }, second },
    ]),
  )
}
