// Storing, opening and removing files. Order of writing: bytes are staged and hashed, looked at, made durable, and then
// one transaction writes blob, node, facts and events. A crash leaves at worst bytes that nothing points to.
import { canEverywhere } from '../access/rules/permissions.ts'
import type { Actor } from '../access/actor.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { isUniqueViolation, transaction } from '../platform/db/transaction.ts'
import { describeBuild } from './builds/describe-build.ts'
import { announce } from './events.ts'
import type { Description } from './format.ts'
import { byOf, permittedProperties, requireRight, requireRightInside, stampOf } from './by-actor.ts'
import { refusePlainWrites } from './built-in.ts'
import { askGuards } from './guards.ts'
import { noteRemoved } from './mirrors/removed.ts'
import { refuseOlderRemoval } from './mirrors/superseded.ts'
import { addFolders, findNode, findNodesAlong, isAtOrBelow, refuseBelowFile } from './nodes.ts'
import { fileSubject, type FileNode } from './file-nodes.ts'
import { forgetVersions } from './forget-versions.ts'
import { lockTree } from './lock-tree.ts'
import { forgetPackage } from './packages.ts'
import { requireHandled } from './patterns.ts'
import { setProperties, type Properties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import { findTrash, refuseTrash } from './trash/repository.ts'
import { moveToTrash } from './trash/trash.ts'
import type { Repository } from './repositories.ts'
import { completeSha512 } from './sha512.ts'
import { refuseTaken, taken, writeUntilSettled, type NewFile, type Said } from './write-files.ts'

/** Takes over the staged bytes: they are kept, or discarded when anything refuses them. */
export async function storeFile(registry: Registry, file: NewFile): Promise<FileNode> {
  const [stored] = await storeFiles(registry, [file])
  if (!stored) throw new Error('a file was given, and none was stored')
  return stored
}

/** Files of one repository, all of them or none. */
export async function storeFiles(registry: Registry, files: readonly NewFile[]): Promise<FileNode[]> {
  try {
    const said: Said[] = []
    for (const file of files) said.push(await accept(registry, file))
    return await writeUntilSettled(registry, files, said)
  } catch (error) {
    for (const { staged } of files) await staged.discard()
    // Two at once for one path: the loser learns it like everybody who comes later.
    if (isUniqueViolation(error)) throw taken(files[0]?.path ?? '')
    throw error
  }
}

/** Everything that can refuse the file, and then its bytes for good. */
async function accept(registry: Registry, file: NewFile): Promise<Said> {
  const { staged, repository, path, actor } = file
  // The route asked about what it knew; here the path is known to the last letter.
  if (!file.isFetched) {
    requireRight(actor, 'deploy', repository, path)
    requireHandled(repository, path)
  }
  refuseTrash(repository)
  if (!file.isOwn) refusePlainWrites(repository)
  const description = await describe(registry, file)
  if (description) await completeSha512(registry, repository, staged)
  file.check?.(description)
  const build = file.build ?? (await describeBuild(registry, repository, staged, stampOf(registry, actor).at))
  // Before the bytes are made durable, if that comes first; the transaction asks once more.
  if (!staged.isRow) refuseTaken(file, await findNodesAlong(registry.database.db, repository.id, path))
  await askGuards(registry.guards, 'beforeStore', {
    actor,
    repository,
    path,
    sha256: staged.sha256,
    size: staged.size,
    description,
  })
  await staged.keep()
  return { description, build }
}

/** Removes the file, or the folder and everything below it: into the trash can, if it is on. Returns how many files went. */
export async function removeFiles(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  path: string,
  { isForGood = false } = {},
): Promise<number> {
  const trash = isForGood ? undefined : await findTrash(registry, repository)
  if (trash) return moveToTrash(registry, actor, repository, path, trash)
  return transaction(registry.database, async (db, after) => {
    await lockTree(registry, db, repository.id, 'remove')
    await refuseOlderRemoval(db, { actor, repository, path })
    // Deleted first, so that the versions that go are exactly those whose files went.
    const removed = await db
      .deleteFrom('nodes')
      .where('repository_id', '=', repository.id)
      .where(isAtOrBelow(path))
      .returning(['path', 'kind', 'version_id'])
      .execute()
    if (removed.length === 0) throw notFound('file or folder', path)
    if (!canEverywhere(actor, 'delete', repository))
      for (const file of removed)
        if (file.kind === 'file') requireRightInside(actor, 'delete', repository, file.path, path)
    const versionIds = removed.flatMap((file) => file.version_id ?? [])
    const packages = await forgetVersions(db, registry, repository, versionIds, stampOf(registry, actor).at)
    await noteRemoved(db, repository, path, stampOf(registry, actor))
    await announce(db, 'deleted', {
      repository: repository.key,
      format: repository.format,
      path,
      ...byOf(actor),
    })
    after(() => {
      for (const file of removed) registry.files.forget(fileSubject(repository.id, file.path))
      for (const name of packages) forgetPackage(registry, repository.id, name)
    })
    return removed.filter((file) => file.kind === 'file').length
  })
}

export async function createFolder(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  path: string,
  given: Properties,
): Promise<void> {
  refuseTrash(repository)
  refusePlainWrites(repository)
  requireHandled(repository, `${path}/`)
  const properties = permittedProperties(registry, { actor, repository, path: `${path}/` }, given)
  await transaction(registry.database, async (db) => {
    await lockTree(registry, db, repository.id, 'add')
    const along = await findNodesAlong(db, repository.id, path)
    refuseBelowFile(along)
    await addFolders(db, repository.id, path, along, stampOf(registry, actor))
    if (properties.size === 0) return
    const folder = await findNode(db, repository.id, path)
    if (folder) await setProperties(db, folder, properties, false)
  })
}

/** What upstreams hold may be older than any rule: it is kept although it cannot be described. */
async function describe(registry: Registry, file: NewFile): Promise<Description | undefined> {
  try {
    return await describeStrictly(registry, file)
  } catch (error) {
    if (!file.isFetched || !(error instanceof AppError)) throw error
    return undefined
  }
}

async function describeStrictly(registry: Registry, file: NewFile): Promise<Description | undefined> {
  return formatOf(registry, file.repository).describe?.({
    path: file.path,
    size: file.staged.size,
    properties: file.properties ?? new Map(),
    bytes: file.staged.bytes,
    read: () => file.staged.read(),
  })
}
