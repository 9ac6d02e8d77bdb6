// Publishing a build: its document becomes a file of the build-info repository, as it came, and rows beside it. Changing a
// build later (a promotion, more modules) writes that file anew; the file stays the truth.
import type { Actor } from '../../access/actor.ts'
import type { Doer } from '../../access/audit.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import { readBody } from '../../platform/http/body.ts'
import { createRepository } from '../change-repositories.ts'
import { storeFile } from '../files.ts'
import type { NewFile } from '../write-files.ts'
import type { FileNode } from '../file-nodes.ts'
import type { Registry } from '../registry.ts'
import { findRepository, type Repository } from '../repositories.ts'
import { parseBuildInfo, readBuildInfo, type Document } from './build-info.ts'
import { buildInfoFormat, buildPath, buildRepositoryKey } from './build-paths.ts'
import { writeMoment } from './build-times.ts'
import { bytesOf } from './describe-build.ts'
import { requireBuildRight, type Run } from './readable-builds.ts'

export async function publishBuild(
  registry: Registry,
  by: Doer & { actor: Actor },
  project: string,
  body: AsyncIterable<Uint8Array>,
): Promise<FileNode> {
  const staged = await registry.blobs.stage(body, { limit: registry.limits.buildInfo })
  let isTakenOver = false
  try {
    const document = parseBuildInfo(await bytesOf(registry, staged))
    const info = readBuildInfo(document, registry.clock.now().toISOString())
    const path = buildPath(info)
    requireBuildRight(by.actor, 'deploy', buildRepositoryKey(project), info.name)
    const repository = await ensureBuildRepository(registry, by, project)
    const file = { actor: by.actor, repository, path, onConflict: 'overwrite' as const }
    if (typeof document.started !== 'string' || document.started === '')
      return await storeDocument(registry, file, { ...document, started: writeMoment(info.started) })
    isTakenOver = true
    return await storeFile(registry, { ...file, staged, build: info, isOwn: true })
  } finally {
    if (!isTakenOver) await staged.discard()
  }
}

/** The same for a document that is at hand, in a repository that is there. */
export function publishDocument(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  document: Document,
): Promise<FileNode> {
  const info = readBuildInfo(document, registry.clock.now().toISOString())
  return storeDocument(
    registry,
    { actor, repository, path: buildPath(info), onConflict: 'overwrite' },
    document,
  )
}

/** The document of a run, whole. */
export async function readDocument(registry: Registry, row: { sha256: string }): Promise<Document> {
  const opened = await registry.blobs.open(row.sha256)
  if (!opened) throw notFound('file with the digest', row.sha256)
  return parseBuildInfo(await readBody(opened.stream, registry.limits.buildInfo))
}

/**
 * Writes the file of a run anew. `change` is asked again when somebody else was faster, so that neither of two
 * changes is lost.
 */
export async function amendBuild(
  registry: Registry,
  actor: Actor,
  { repository, row }: Run,
  change: (document: Document) => Document,
): Promise<FileNode> {
  const path = buildPath(row)
  let { sha256 } = row
  for (let tried = 1; ; tried++) {
    const document = change(await readDocument(registry, { sha256 }))
    try {
      return await storeDocument(
        registry,
        { actor, repository, path, onConflict: 'overwrite', replaces: sha256 },
        document,
      )
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict') || tried === 10) throw error
      sha256 = await digestOf(registry, row)
    }
  }
}

async function digestOf({ database }: Registry, run: Run['row']): Promise<string> {
  const node = await database.db
    .selectFrom('nodes')
    .select('sha256')
    .where('id', '=', run.node_id)
    .executeTakeFirst()
  if (!node?.sha256) throw conflict(`The build ${run.name} was deleted meanwhile.`)
  return node.sha256
}

type Target = Omit<NewFile, 'staged'>

async function storeDocument(registry: Registry, file: Target, document: Document): Promise<FileNode> {
  const staged = await registry.blobs.stage(Buffer.from(JSON.stringify(document)), {
    limit: registry.limits.buildInfo,
  })
  return storeFile(registry, { ...file, staged, isOwn: true })
}

async function ensureBuildRepository(registry: Registry, by: Doer, project: string): Promise<Repository> {
  const key = buildRepositoryKey(project)
  const existing = await findRepository(registry, key)
  if (existing?.section === 'build') return existing
  if (existing) throw conflict(`The repository ${key} exists, but it is not one for builds.`)
  const config = { description: 'Published builds', ...(project !== '' && { projectKey: project }) }
  try {
    return await createRepository(registry, by, { key, kind: 'local', format: buildInfoFormat, config })
  } catch (error) {
    // Two first builds at once.
    const made = await findRepository(registry, key)
    if (made) return made
    throw error
  }
}
