// Distributing a run: its artifacts are copied to another repository, all or none. What goes is decided when it is asked for, with
// the rights of whoever asks; the copying itself can be done later. The run stays as it is: this is no promotion.
import { type Actor, systemActor } from '../../access/actor.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, conflict, quote } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { findFile } from '../file-nodes.ts'
import type { Registry } from '../registry.ts'
import { findRepository, type Repository } from '../repositories.ts'
import { buildFiles } from './located-artifacts.ts'
import type { Run } from './readable-builds.ts'
import {
  info,
  missing,
  placesOf,
  summaryOf,
  transferFile,
  type BuildMessage,
  type Place,
} from './transfer-files.ts'

export const distributeJob = 'distribute-build' as const

interface Distribution {
  to: Repository
  /** Only what lies in one of these; from wherever it is without. */
  sources: readonly string[] | undefined
  /** Otherwise a file with other content at the target is a reason to copy nothing. */
  mayReplace: boolean
  isDry: boolean
  /** The copying is left to a job. */
  isLater: boolean
}

export async function distributeBuild(
  registry: Registry,
  by: Doer & { actor: Actor },
  run: Run,
  distribution: Distribution,
): Promise<BuildMessage[]> {
  const { to, sources, mayReplace, isDry, isLater } = distribution
  const files = await buildFiles(registry, by.actor, run, { artifacts: true, dependencies: false, sources })
  const messages = files.flatMap((file) => missing(file, sources) ?? [])
  const [problem] = messages.filter(({ level }) => level === 'error')
  if (problem) throw new AppError('not-found', problem.message)
  const places = placesOf(files)
  if (places.length === 0)
    throw new AppError('not-found', 'None of the artifacts of the build is at a place that you may read.')

  for (const place of places) await copyFile(registry, by.actor, place, { to, mayReplace, isDry: true })
  if (isDry) return [...messages, info(summaryOf({ kind: 'copy', to, isDry }, places.length))]
  await auditDistribution(registry, by, run, to)
  if (isLater) return [...messages, info(await copyLater(registry, by.actor, places, distribution))]
  for (const place of places) await copyFile(registry, by.actor, place, { to, mayReplace, isDry })
  return [...messages, info(summaryOf({ kind: 'copy', to, isDry }, places.length))]
}

async function copyFile(
  registry: Registry,
  actor: Actor,
  place: Place,
  { to, mayReplace, isDry }: Pick<Distribution, 'to' | 'mayReplace' | 'isDry'>,
): Promise<void> {
  const there = mayReplace ? undefined : await findFile(registry, to, place.path)
  if (there && there.sha256 !== place.sha256)
    throw conflict(
      `${quote(place.path)} is in ${to.key} already, with other content. Nothing was copied; overrideExistingFiles replaces it.`,
    )
  await transferFile(registry, actor, place, { kind: 'copy', to, isDry })
}

interface Planned {
  files: { repository: string; path: string; sha256: string }[]
  to: string
  mayReplace: boolean
  by: string
}

/** Returns a sentence for whoever asked. */
async function copyLater(
  registry: Registry,
  actor: Actor,
  places: readonly Place[],
  { to, mayReplace }: Distribution,
): Promise<string> {
  const files = places.map(({ from, path, sha256 }) => ({ repository: from.key, path, sha256 }))
  const planned: Planned = { files, to: to.key, mayReplace, by: actor.name }
  const id = await transaction(registry.database, (db) => enqueue(db, distributeJob, planned))
  return `The files are copied to ${to.key} in the background, as the job ${id}: ${places.length}.`
}

/** Doing it twice does no harm: what is there already stays. */
export async function copyPlanned(registry: Registry, payload: unknown): Promise<void> {
  // Written by copyLater.
  const { files, by, mayReplace, ...keys } = payload as Planned
  const to = await findRepository(registry, keys.to)
  if (!to) return
  for (const { repository, ...file } of files) {
    const from = await findRepository(registry, repository)
    const actor = { ...systemActor, name: by }
    if (from) await copyFile(registry, actor, { ...file, from }, { to, mayReplace, isDry: false })
  }
}

const auditDistribution = (registry: Registry, by: Doer, { row }: Run, to: Repository) =>
  transaction(registry.database, (db) =>
    audit(registry.access, db, by, {
      kind: 'build.distributed',
      target: row.name,
      detail: { number: row.number, repository: to.key },
    }),
  )
