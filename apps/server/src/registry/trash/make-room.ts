// Deleting is never refused because of what was deleted before: what lies in the trash can and is of the other kind, a file where a
// folder comes or the reverse, goes for good, as an older file does when one of its name is deleted.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { fileSubject } from '../file-nodes.ts'
import { ancestorsOf, isAtOrBelow } from '../nodes.ts'
import { parentOf } from '../paths.ts'
import type { Registry } from '../registry.ts'
import type { Mapping } from '../transfer/mapping.ts'

/** In the transaction that deletes, so that a refusal of it takes nothing away. */
export async function makeRoom(
  registry: Registry,
  db: Db,
  then: (callback: () => void) => void,
  mapping: Mapping,
): Promise<void> {
  const { to: trash } = mapping
  for (const path of await findClashing(db, mapping)) {
    const gone = await db
      .deleteFrom('nodes')
      .where('repository_id', '=', trash.id)
      .where(isAtOrBelow(path))
      .returning('path')
      .execute()
    then(() => {
      for (const row of gone) registry.files.forget(fileSubject(trash.id, row.path))
    })
  }
}

/** Files above the place, and whatever at or below it is not what comes there. */
async function findClashing(db: Db, { from, to, target }: Mapping): Promise<string[]> {
  const beginning = `${from.key}/`.length + 1
  const { rows } = await sql<{ path: string }>`
    select t.path from nodes as t
    where t.repository_id = ${to.id} and t.kind = 'file' and t.path in (${sql.join(ancestorsOf(parentOf(target)))})
    union all
    select t.path from nodes as t cross join nodes as s
    where t.repository_id = ${to.id}
      and (t.path = ${target} or (t.path > ${`${target}/`} and t.path < ${`${target}0`}))
      and s.repository_id = ${from.id} and s.path = substr(t.path, cast(${beginning} as integer))
      and s.kind <> t.kind`.execute(db)
  return rows.map(({ path }) => path)
}
