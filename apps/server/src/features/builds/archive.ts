// The artifacts of a run as one archive, each at the path where it is now.
import { folderArchiveLimits } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { archiveReply } from '../../registry/archives/archive-reply.ts'
import type { PackedKind, StoredFile } from '../../registry/archives/pack.ts'
import { artifactFiles } from '../../registry/builds/located-artifacts.ts'
import type { Run } from '../../registry/builds/readable-builds.ts'
import type { Registry } from '../../registry/registry.ts'

export async function archiveArtifacts(
  registry: Registry,
  actor: Actor,
  run: Run,
  kind: PackedKind,
): Promise<PlainReply> {
  const files = new Map<string, StoredFile>()
  for (const file of await artifactFiles(registry, actor, run)) {
    const isSame = files.get(file.path)?.sha256 === file.sha256
    const path = files.has(file.path) && !isSame ? `${file.repository.key}/${file.path}` : file.path
    files.set(path, { path, sha256: file.sha256, size: file.size, modifiedAt: new Date(file.modifiedAt) })
  }
  if (files.size === 0) throw notFound('artifact of this build', `${run.row.name}/${run.row.number}`)
  return archiveReply(registry, {
    name: `${run.row.name}-${run.row.number}`,
    kind,
    files: () => files.values(),
    limits: folderArchiveLimits,
  })
}
