// The files of a run, and of the builds that are parts of it, with the places that they are at.
import type { Actor } from '../../access/actor.ts'
import type { Registry } from '../registry.ts'
import { linkFiles, type LinkedFile } from './build-files.ts'
import {
  readArtifacts,
  readDependencies,
  withParts,
  type Artifact,
  type Dependency,
} from './build-modules.ts'
import type { Run } from './readable-builds.ts'

export interface WantedFiles {
  artifacts: boolean
  dependencies: boolean
  /** Dependencies of these scopes only; of all when it is empty. */
  scopes?: readonly string[] | undefined
  /** Only files of these repositories. */
  sources?: readonly string[] | undefined
}

export interface LocatedFile {
  kind: 'artifact' | 'dependency'
  wanted: Artifact | Dependency
  file: LinkedFile | undefined
}

export async function buildFiles(
  registry: Registry,
  actor: Actor,
  { row }: Run,
  { artifacts, dependencies, scopes = [], sources }: WantedFiles,
): Promise<LocatedFile[]> {
  const { db } = registry.database
  const ids = (await withParts(db, row)).map(({ id }) => id)
  const used = dependencies ? await readDependencies(db, ids) : []
  const wanted = [
    ...(artifacts ? await readArtifacts(db, ids) : []).map((one) => ({
      kind: 'artifact' as const,
      wanted: one,
    })),
    ...used
      .filter((one) => scopes.length === 0 || hasScope(one, scopes))
      .map((one) => ({ kind: 'dependency' as const, wanted: one })),
  ]
  const files = await linkFiles(
    registry,
    actor,
    wanted.map((one) => one.wanted),
    { build: row, sources },
  )
  return wanted.map((one, index) => ({ ...one, file: files[index] }))
}

/** Where its artifacts are, each file once: several modules may speak of the same. */
export async function artifactFiles(registry: Registry, actor: Actor, run: Run): Promise<LinkedFile[]> {
  const found = await buildFiles(registry, actor, run, { artifacts: true, dependencies: false })
  const files = found.flatMap(({ file }) => file ?? [])
  return [...new Map(files.map((file) => [file.nodeId, file])).values()]
}

const hasScope = ({ scopes }: Dependency, wanted: readonly string[]) =>
  (JSON.parse(scopes) as string[]).some((scope) => wanted.includes(scope))
