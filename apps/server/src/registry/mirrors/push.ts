// Makes the other side the same as a repository, at one path or in a whole tree.
import type { Db } from '../../platform/db/connect.ts'
import { findNode, isInTree } from '../nodes.ts'
import { readFile, type FileNode } from '../file-nodes.ts'
import { nameOf } from '../paths.ts'
import { readProperties, type Properties } from '../properties.ts'
import type { Change } from './changes.ts'
import { inParallel } from './in-parallel.ts'
import { below, differing, isSame, kindOf, type Listed } from './listed.ts'
import { removedAt } from './removed.ts'
import { parallel, settle, type Run } from './run.ts'
import {
  changeTheirProperties,
  findTheirs,
  listTheirs,
  readTheirProperties,
  removeTheirs,
  fitsAddress,
  sendFile,
} from './target-files.ts'

export async function pushChange(run: Run, change: Change): Promise<void> {
  const { target, db } = run
  const { repository } = target.mirror
  const { path } = change
  const node = path === '' ? undefined : await findNode(db, repository.id, path)
  if (path === '' || node?.kind === 'folder') return pushTree(run, change)
  await settle(run, path, async () => {
    const theirs = await findTheirs(target, path)
    if (node) return pushFile(run, path, theirs, change)
    if (theirs) return removeExtra(run, path, theirs, change)
    if (target.mirror.isFederated) await tellRemoved(run, path, change)
  })
}

async function pushTree(run: Run, change: Change): Promise<void> {
  const { target, db } = run
  let { after } = change
  // The root has no row of its own, nor has a folder that was looked at before.
  if (change.path === '' && after === '') await pushFolder(run, '', change)
  for (;;) {
    const folder = await nextFolder(db, target.mirror.repository.id, change.path, after)
    if (folder === undefined) return
    await pushFolder(run, folder, change)
    after = folder
    await run.reached(change, after)
  }
}

async function nextFolder(
  db: Db,
  repositoryId: string,
  path: string,
  after: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('nodes')
    .select('path')
    .where('repository_id', '=', repositoryId)
    .where(isInTree(path))
    .where('path', '>', after)
    .where('kind', '=', 'folder')
    .orderBy('path')
    .limit(1)
    .executeTakeFirst()
  return row?.path
}

async function pushFolder(run: Run, folder: string, change: Change): Promise<void> {
  const { target, db, signal } = run
  const ours = await db
    .selectFrom('nodes')
    .select(['path', 'name', 'kind'])
    .where('repository_id', '=', target.mirror.repository.id)
    .where('parent', '=', folder)
    .execute()
  const theirs = await listTheirs(target, folder)
  const byName = new Map(theirs.map((one) => [one.name, one]))
  const kinds = new Map(ours.map(({ name, kind }) => [name, kind]))
  // First, because a file may lie there where a folder is here.
  const extra = theirs.filter((one) => kinds.get(one.name) !== kindOf(one))
  await inParallel(extra, parallel, signal, (one) =>
    settle(run, below(folder, one), () => removeExtra(run, below(folder, one), one, change)),
  )
  const files = ours.filter(({ kind }) => kind === 'file')
  await inParallel(files, parallel, signal, ({ path }) =>
    settle(run, path, () => pushFile(run, path, byName.get(nameOf(path)), change)),
  )
}

async function pushFile(
  run: Run,
  path: string,
  theirs: Listed | undefined,
  { origins }: Change,
): Promise<void> {
  const { target, db, progress } = run
  const { mirror } = target
  if (!mirror.includes(path)) return
  // Read now, not when the folder was listed: what is sent is what lies here.
  const file = await readFile(db, mirror.repository.id, path)
  if (!file) return
  const properties: Properties = mirror.syncProperties ? await readProperties(db, file.id) : new Map()
  progress.looked++
  if (!isSame(file, theirs)) {
    const bytes = await sendFile(target, file, properties, { origins, changedAt: file.modifiedAt })
    // Replaced and collected meanwhile: the change that replaced it comes by itself.
    if (bytes === undefined) return
    progress.sent++
    progress.bytes += bytes
  }
  // What went along with a new file is there already.
  if (mirror.syncProperties && (theirs || !fitsAddress(properties)))
    await pushProperties(run, file, properties, origins)
  await run.tell()
}

async function pushProperties(
  { target }: Run,
  { path, modifiedAt, updatedAt }: FileNode,
  ours: Properties,
  origins: Change['origins'],
): Promise<void> {
  const change = differing(ours, await readTheirProperties(target, path))
  await changeTheirProperties(target, path, change, { origins, changedAt: updatedAt ?? modifiedAt })
}

/** Something that only they have. */
async function removeExtra(run: Run, path: string, theirs: Listed, change: Change): Promise<void> {
  const { target, db, progress } = run
  const { mirror } = target
  if (!mirror.syncDeletes) return
  if (theirs.isFolder && !mirror.isWhole) {
    // Some of it may be none of ours.
    for (const one of await listTheirs(target, path)) await removeExtra(run, below(path, one), one, change)
    return
  }
  if (!mirror.includes(path)) return
  const changedAt = mirror.isFederated ? await removedAt(db, mirror.repository, path) : undefined
  // A member may have what we have not heard of yet.
  if (mirror.isFederated && (changedAt ?? '') < theirs.modifiedAt) return
  if (await removeTheirs(target, path, { origins: change.origins, changedAt })) progress.removed++
  await run.tell()
}

/** Although they have nothing there: so that they refuse it from a member that has not heard of its end yet. */
async function tellRemoved({ target, db }: Run, path: string, { origins }: Change): Promise<void> {
  const changedAt = await removedAt(db, target.mirror.repository, path)
  if (changedAt !== undefined) await removeTheirs(target, path, { origins, changedAt })
}
