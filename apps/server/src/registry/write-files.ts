// The rows of new files: blob, folders, node, facts and event in one transaction, and what refuses to be overwritten.
import { can, decide } from '../access/rules/permissions.ts'
import type { Actor } from '../access/actor.ts'
import { AppError, conflict } from '../platform/errors.ts'
import type { Digests, StagedBlob } from '../platform/blobs/blob-store.ts'
import type { Db } from '../platform/db/connect.ts'
import { isUniqueViolation, transaction } from '../platform/db/transaction.ts'
import type { BuildInfo } from './builds/build-info.ts'
import { saveBuild } from './builds/save-build.ts'
import { declaredBits } from './declared-sums.ts'
import { announce } from './events.ts'
import type { Description } from './format.ts'
import { byOf, noRight, stampOf } from './by-actor.ts'
import { refuseOlderFile } from './mirrors/superseded.ts'
import { mimeTypeOf } from './mime-types.ts'
import {
  addFolders,
  findNodesAlong,
  insertBlob,
  putFileNode,
  refuseBelowFile,
  type FoundNode,
} from './nodes.ts'
import { fileSubject, toFileNode, type FileNode } from './file-nodes.ts'
import { lockTree } from './lock-tree.ts'
import { forgetPackage } from './packages.ts'
import { saveDescription } from './save-package.ts'
import { parentOf } from './paths.ts'
import { setProperties } from './properties.ts'
import { formatOf, type Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export interface NewFile {
  actor: Actor
  repository: Repository
  path: string
  staged: StagedBlob
  /** What its sender said that the bytes are, and what they are. */
  declared?: Partial<Digests>
  properties?: ReadonlyMap<string, readonly string[]>
  /** What to do when the path is taken by other bytes: formats with immutable versions refuse. */
  onConflict: 'overwrite' | 'refuse'
  /** Looks at what the file says about itself before it is accepted; throws to refuse it. */
  check?(description: Description | undefined): void
  /** It comes from the upstream of a remote repository, whoever asked for it: no right is needed to replace what is there. */
  isFetched?: true
  /** More to write in the transaction that writes the file. */
  also?(db: Db, nodeId: string): Promise<void>
  /** The digest of the file that this one takes the place of, by whoever has decided that it may: any other is a conflict. */
  replaces?: string
  /** What a build-info says, when it was read already. */
  build?: BuildInfo
  /** Stored by the calls that a built-in repository is written through. */
  isOwn?: true
}

/** What a file says about itself. */
export interface Said {
  description: Description | undefined
  build: BuildInfo | undefined
}

/** On PostgreSQL two may store one new path at once: whoever comes second finds the first one's file when it tries again. */
export async function writeUntilSettled(
  registry: Registry,
  files: readonly NewFile[],
  said: readonly Said[],
): Promise<FileNode[]> {
  for (let tried = 1; ; tried++) {
    try {
      return await writeRows(registry, files, said)
    } catch (error) {
      if (files[0]?.onConflict === 'refuse' || !isUniqueViolation(error) || tried === 10) throw error
    }
  }
}

async function writeRows(
  registry: Registry,
  files: readonly NewFile[],
  said: readonly Said[],
): Promise<FileNode[]> {
  return transaction(registry.database, async (db, after) => {
    const stored: FileNode[] = []
    for (const [index, file] of files.entries())
      stored.push(await writeRow(registry, db, after, file, said[index] ?? {}))
    return stored
  })
}

async function writeRow(
  registry: Registry,
  db: Db,
  after: (callback: () => void) => void,
  file: NewFile,
  { description, build }: Partial<Said>,
): Promise<FileNode> {
  const { actor, repository, path, staged } = file
  const format = formatOf(registry, repository)
  // Of two who take the place of one file, the second must see what the first has written.
  const replaces = file.replaces !== undefined || actor.changedAt !== undefined
  await lockTree(registry, db, repository.id, replaces ? 'remove' : 'add')
  await refuseOlderFile(db, file, staged.sha256)
  const along = await findNodesAlong(db, repository.id, path)
  const existing = refuseTaken(file, along)
  const stamp = stampOf(registry, actor)
  await insertBlob(db, staged, stamp.at)
  await addFolders(db, repository.id, parentOf(path), along, stamp)
  const before = existing?.version_id ?? null
  const version =
    description &&
    (await saveDescription(db, format, repository, description, { size: staged.size, before }, stamp))
  const node = await putFileNode(
    db,
    repository.id,
    {
      path,
      bytes: staged,
      mimeType: mimeTypeOf(path),
      versionId: version?.versionId ?? null,
      declared: declaredBits(file.declared),
    },
    existing,
    stamp,
  )
  if (repository.section === 'build') await saveBuild(db, repository, node, build)
  const properties = new Map([...(file.properties ?? []), ...Object.entries(description?.properties ?? {})])
  if (version && format.tagProperty) properties.set(format.tagProperty, version.tags)
  await setProperties(db, node, properties, existing === undefined)
  await file.also?.(db, node.id)
  await announce(db, 'published', {
    repository: repository.key,
    format: repository.format,
    path,
    sha256: staged.sha256,
    ...(file.isFetched && { isFetched: true }),
    ...(description && { package: description.name, version: description.version }),
    ...byOf(actor),
  })
  after(() => {
    registry.files.forget(fileSubject(repository.id, path))
    if (description) forgetPackage(registry, repository.id, description.name)
    if (description?.entries) registry.seenEntries.put(staged.sha256, description.entries)
  })
  return toFileNode(node, staged, version?.packageId ?? null)
}

/** Returns the file that will be overwritten, if there is one and it may be. */
export function refuseTaken(file: NewFile, along: readonly FoundNode[]): FoundNode | undefined {
  const { actor, repository, path, staged } = file
  const existing = along.find((node) => node.path === path)
  if (!existing) {
    refuseBelowFile(along)
    return undefined
  }
  if (existing.kind === 'folder')
    throw conflict(`${JSON.stringify(path)} is a folder. Choose another path, or delete the folder first.`)
  if (file.onConflict === 'refuse') throw taken(path)
  if (file.replaces !== undefined) return replaced(existing, file.replaces)
  if (!file.isFetched && existing.sha256 !== staged.sha256 && !can(actor, 'delete', repository, path)) {
    const decision = decide(actor, 'delete', repository, path)
    throw noRight(actor, `There is a file at this path already. ${decision.allowed ? '' : decision.why}`)
  }
  return existing
}

function replaced(existing: FoundNode, expected: string): FoundNode {
  if (existing.sha256 !== expected)
    throw conflict(
      `${JSON.stringify(existing.path)} was changed meanwhile. Read it again and repeat your change.`,
    )
  return existing
}

export const taken = (path: string) =>
  new AppError(
    'conflict',
    `${JSON.stringify(path)} exists already and cannot be published again. Choose a new version.`,
  )
