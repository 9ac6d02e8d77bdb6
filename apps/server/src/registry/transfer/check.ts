// What is asked before files are copied or moved: every right, for every file, and that nothing stands in the way.
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { canEverywhere, type RepositoryAction } from '../../access/rules/permissions.ts'
import { AppError, badRequest, conflict } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { requireRight, requireRightInside } from '../by-actor.ts'
import { depthLimit, pathLimit } from '../paths.ts'
import { requireHandled } from '../patterns.ts'
import type { Repository } from '../repositories.ts'
import { isAtTarget, isInRange, targetOf, type Mapping, type Range } from './mapping.ts'

interface PageRow {
  id: string
  path: string
  kind: string
  size: number
  version_id: string | null
}

export interface Page extends Range {
  rows: PageRow[]
}

/** The next nodes of the source tree. */
export async function readPage(
  db: Db,
  mapping: Mapping,
  after: string,
  limit: number,
): Promise<Page | undefined> {
  const { rows } = await sql<PageRow>`
    select s.id, s.path, s.kind, s.size, s.version_id from nodes as s
    where ${isInRange(mapping, { after, last: '\u{10ffff}' }, 's')} order by s.path limit ${limit}`.execute(
    db,
  )
  const last = rows.at(-1)?.path
  return last === undefined ? undefined : { rows, after, last }
}

export interface Needs {
  /** What the actor must be allowed to do to each file of the source. */
  source: readonly RepositoryAction[]
  target: readonly RepositoryAction[]
}

export async function checkPage(
  db: Db,
  actor: Actor,
  mapping: Mapping,
  page: Page,
  needs: Needs,
): Promise<void> {
  for (const action of needs.source) requireAll(actor, action, mapping.from, page.rows, mapping.source)
  const placed = page.rows.map((row) => ({ ...row, path: targetOf(mapping, row.path) }))
  for (const { path } of placed) refuseLong(path)
  for (const action of needs.target) requireAll(actor, action, mapping.to, placed, mapping.target)
  if (needs.target.length > 0)
    for (const { path, kind } of placed) if (kind === 'file') requireHandled(mapping.to, path)
  for (const met of await readMet(db, mapping, page)) {
    if (met.kind !== met.source_kind) throw inTheWay(met.path, met.kind)
    if (met.kind === 'file' && met.sha256 !== met.source_sha256 && needs.target.length > 0)
      requireRight(actor, 'delete', mapping.to, met.path)
  }
}

interface Met {
  path: string
  kind: string
  sha256: string | null
  source_kind: string
  source_sha256: string | null
}

/** What the target has at the new paths. */
async function readMet(db: Db, mapping: Mapping, range: Range): Promise<Met[]> {
  const { rows } = await sql<Met>`
    select t.path, t.kind, t.sha256, s.kind as source_kind, s.sha256 as source_sha256 from nodes as s
    join nodes as t on ${isAtTarget(mapping, 's', 't')}
    where ${isInRange(mapping, range, 's')} and not (s.kind = 'folder' and t.kind = 'folder')`.execute(db)
  return rows
}

export function requireAll(
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
  rows: readonly { path: string; kind: string }[],
  /** What was named in the call. */
  asked: string,
): void {
  if (canEverywhere(actor, action, repository)) return
  for (const { path, kind } of rows)
    if (path === asked) requireRight(actor, action, repository, kind === 'folder' ? `${path}/` : path)
    else if (kind === 'file') requireRightInside(actor, action, repository, path, asked)
    // An empty folder is harmless; what is in it is asked about by itself.
    else if (action !== 'read') requireRightInside(actor, action, repository, `${path}/`, asked)
}

function refuseLong(path: string): void {
  if (Buffer.byteLength(path) > pathLimit)
    throw new AppError(
      'path-too-long',
      `A path would be longer than ${pathLimit} bytes. Choose a shorter target.`,
    )
  if (path.split('/').length > depthLimit)
    throw badRequest(`A path would be deeper than ${depthLimit} folders. Choose a shorter target.`)
}

const inTheWay = (path: string, kind: string) =>
  conflict(
    `${JSON.stringify(path)} is a ${kind} in the target, and a ${kind === 'file' ? 'folder' : 'file'} would have to lie there. Choose another target.`,
  )
