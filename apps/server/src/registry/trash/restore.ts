// Giving back what was deleted.
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { can, canEverywhere } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { NodeRow } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import { announce } from '../events.ts'
import { findNode, listChildren, noItem } from '../nodes.ts'
import { nameOf } from '../paths.ts'
import type { Registry } from '../registry.ts'
import { findRepository, isLocal, type Repository } from '../repositories.ts'
import { readPage, requireAll } from '../transfer/check.ts'
import { runTransfer, step } from '../transfer/run.ts'
import { getTrash, refuseTrash } from './repository.ts'
import { marks } from './trash.ts'

interface WantedPlace {
  key: string
  path: string
  /** It ended in a slash: what is given back comes to lie in it. */
  isInto: boolean
}

/** `path` is what it has in the trash can; without a target it goes where it was. Returns what happened as a sentence. */
export async function restore(
  registry: Registry,
  actor: Actor,
  path: string,
  to?: WantedPlace,
): Promise<string> {
  const trash = await getTrash(registry)
  const { db } = registry.database
  const node = await findNode(db, trash.id, path)
  if (!node) throw noItem(trash.key, path)
  await requireOriginal(registry, actor, trash, path)
  const [key = '', ...below] = path.split('/')
  const target = await findRepository(registry, to?.key ?? key)
  if (!target || !isLocal(target)) throw notFound('local repository', to?.key ?? key)
  refuseTrash(target)
  const place = to ? await placeOf(db, node, target, to) : below.join('/')
  let files = 0
  if (place !== '') files = await restoreTo(registry, actor, path, target, place)
  // The root is no folder that could be moved: what is in it goes one by one.
  else
    for (const { name } of await listChildren(db, [trash.id], path, { limit: 10_000 }))
      files += await restoreTo(registry, actor, `${path}/${name}`, target, name)
  return `${files} artifacts were restored to ${target.key}:${place}`
}

/** As copying does it: into what ends in a slash, and into a folder that is there. A folder is merged with one of its name. */
async function placeOf(
  db: Db,
  { path, kind }: Pick<NodeRow, 'path' | 'kind'>,
  target: Repository,
  { path: wanted, isInto }: WantedPlace,
): Promise<string> {
  // All that was deleted of a repository has no name of its own; and where it was is meant to the letter.
  if (!path.includes('/') || path === `${target.key}/${wanted}`) return wanted
  if (wanted === '') return nameOf(path)
  const isInFolder = kind === 'file' && (await findNode(db, target.id, wanted))?.kind === 'folder'
  return isInto || isInFolder ? `${wanted}/${nameOf(path)}` : wanted
}

/** Whoever could have deleted it may take it back; what one may not read does not come to light in this way. */
async function requireOriginal(
  registry: Registry,
  actor: Actor,
  trash: Repository,
  path: string,
): Promise<void> {
  if (canEverywhere(actor, 'manage', trash)) return
  const [key = ''] = path.split('/')
  const original = await findRepository(registry, key)
  if (!original) throw noItem(trash.key, path)
  const whole = { from: trash, source: path, to: original, target: path.slice(key.length + 1) }
  for (let after = ''; ;) {
    const page = await readPage(registry.database.db, whole, after, step)
    if (page === undefined) return
    const rows = page.rows.map((row) => ({ ...row, path: row.path.slice(key.length + 1) }))
    for (const row of rows)
      if (row.kind === 'file' && !can(actor, 'read', original, row.path)) throw noItem(trash.key, path)
    requireAll(actor, 'delete', original, rows, whole.target)
    after = page.last
  }
}

async function restoreTo(
  registry: Registry,
  actor: Actor,
  source: string,
  to: Repository,
  path: string,
): Promise<number> {
  const from = await getTrash(registry)
  const { files } = await runTransfer(registry, actor, {
    kind: 'move',
    mapping: { from, source, to, target: path },
    needs: { source: [], target: ['deploy'] },
    also: (db) => unmark(db, to, path),
    first: (db) =>
      announce(db, 'moved', {
        repository: to.key,
        format: to.format,
        path,
        from: `${from.key}/${source}`,
        actor: actor.name,
      }),
  })
  return files
}

const unmark = (db: Db, { id }: Repository, path: string) =>
  sql`delete from properties where key in (${sql.join(Object.values(marks))}) and node_id in (
    select s.id from nodes as s where s.repository_id = ${id}
    and (s.path = ${path} or (s.path > ${`${path}/`} and s.path < ${`${path}0`})))`
    .execute(db)
    .then(() => {})
