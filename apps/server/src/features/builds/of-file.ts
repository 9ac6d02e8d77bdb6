// The builds that made or used a file: those that name its bytes.
import type { builds } from '@bindery/contracts'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import type { Db } from '../../platform/db/connect.ts'
import { notFound } from '../../platform/errors.ts'
import { selectFiles } from '../../registry/builds/build-modules.ts'
import { canBuild } from '../../registry/builds/readable-builds.ts'
import { findFile } from '../../registry/file-nodes.ts'
import { findRepository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

type BuildOfFile = z.output<(typeof builds)['ofFile']['shape']['response']>[number]

const most = 200

export async function buildsOfFile(
  { registry }: Services,
  actor: Actor,
  repositoryKey: string,
  path: string,
): Promise<BuildOfFile[]> {
  const repository = await findRepository(registry, repositoryKey)
  const file =
    repository && can(actor, 'read', repository, path)
      ? await findFile(registry, repository, path)
      : undefined
  if (!file) throw notFound('file', `${repositoryKey}/${path}`)
  const { db } = registry.database
  const found = [
    ...(await runsNaming(db, 'build_artifacts', file)).map((row) => ({
      ...row,
      relation: 'produced' as const,
    })),
    ...(await runsNaming(db, 'build_dependencies', file)).map((row) => ({
      ...row,
      relation: 'used' as const,
    })),
  ]
  return found.filter((one) => canBuild(actor, 'read', one.repository, one.name))
}

/** Clients that give no SHA-256 give a SHA-1. */
const runsNaming = (
  db: Db,
  table: 'build_artifacts' | 'build_dependencies',
  { sha1, sha256 }: { sha1: string; sha256: string },
) =>
  selectFiles(db, table)
    .innerJoin('builds', 'builds.id', 'build_modules.build_id')
    .innerJoin('repositories', 'repositories.id', 'builds.repository_id')
    .select(['builds.name', 'builds.number', 'builds.started', 'builds.agent', 'builds.revision'])
    .select(['repositories.key as repository', 'build_modules.name as module'])
    .where((where) =>
      where.or([
        where('files.sha256', '=', sha256),
        where.and([where('files.sha1', '=', sha1), where('files.sha256', '=', '')]),
      ]),
    )
    .orderBy('builds.started', 'desc')
    .limit(most)
    .execute()
