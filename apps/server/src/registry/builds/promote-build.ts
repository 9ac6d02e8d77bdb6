// Promoting a run: its files go to another repository, and the run is told so. Everything is checked before the first
// file goes; what a crash interrupts is finished by promoting again, because files that are there are left alone.
import type { Actor } from '../../access/actor.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import { changeProperties } from '../annotate.ts'
import { requireRight } from '../by-actor.ts'
import type { Properties } from '../properties.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { documents, type BuildStatus } from './build-info.ts'
import { writeMoment } from './build-times.ts'
import { buildFiles, type WantedFiles } from './located-artifacts.ts'
import { amendBuild } from './publish-build.ts'
import type { Run } from './readable-builds.ts'
import {
  info,
  missing,
  placesOf,
  summaryOf,
  transferFile,
  warn,
  type BuildMessage,
  type Place,
} from './transfer-files.ts'

interface Promotion {
  /** Undefined when only the status changes. */
  to: Repository | undefined
  kind: 'copy' | 'move'
  files: WantedFiles
  properties: Properties
  /** The first problem is thrown, and nothing is changed. Otherwise what has no problem is done. */
  isStrict: boolean
  isDry: boolean
  status: BuildStatus
}

export async function promoteBuild(
  registry: Registry,
  by: Doer & { actor: Actor },
  run: Run,
  promotion: Promotion,
): Promise<BuildMessage[]> {
  const { actor } = by
  const { to, status, isDry } = promotion
  const told = to
    ? await promoteFiles(registry, actor, run, promotion, to)
    : { messages: [], hasFailed: false }
  if (told.hasFailed)
    return [...told.messages, warn('The status stays as it is, because no file could be promoted.')]
  if (!isDry) {
    await appendStatus(registry, actor, run, status)
    await auditPromotion(registry, by, run, status)
  }
  const name = `${run.row.name}/${run.row.number}`
  const given = status.status === '' ? 'no status' : `the status ${status.status}`
  return [
    ...told.messages,
    info(`${isDry ? 'Dry run: ' : ''}${name} ${isDry ? 'would get' : 'got'} ${given}.`),
  ]
}

async function promoteFiles(
  registry: Registry,
  actor: Actor,
  run: Run,
  promotion: Promotion,
  to: Repository,
): Promise<{ messages: BuildMessage[]; hasFailed: boolean }> {
  const { isStrict, isDry, files: wanted } = promotion
  const files = await buildFiles(registry, actor, run, wanted)
  const messages = files.flatMap((file) => missing(file, wanted.sources) ?? [])
  const places = placesOf(files)
  if (files.length > 0 && places.length === 0)
    messages.push({
      level: 'error',
      message: 'None of the files of the build is at a place that you may read.',
    })
  const [first] = messages.filter(({ level }) => level === 'error')
  if (first && isStrict) throw new AppError('not-found', first.message)

  const attempt = async (place: Place, isRehearsal: boolean): Promise<boolean> => {
    try {
      await promoteFile(registry, actor, place, to, { ...promotion, isDry: isRehearsal })
      return true
    } catch (error) {
      if (!(error instanceof AppError) || isStrict) throw error
      messages.push({ level: 'error', message: `${place.from.key}/${place.path}: ${error.message}` })
      return false
    }
  }
  const allowed: Place[] = []
  for (const place of places) if (await attempt(place, true)) allowed.push(place)
  let done = 0
  for (const place of allowed) if (isDry || (await attempt(place, false))) done++

  messages.push(info(summaryOf({ ...promotion, to }, done)))
  return { messages, hasFailed: done === 0 && messages.some(({ level }) => level === 'error') }
}

async function promoteFile(
  registry: Registry,
  actor: Actor,
  place: Place,
  to: Repository,
  { kind, properties, isDry }: Promotion,
): Promise<void> {
  if (properties.size > 0) requireRight(actor, 'annotate', to, place.path)
  await transferFile(registry, actor, place, { kind, to, isDry })
  if (properties.size === 0 || isDry) return
  const reach = { isRecursive: false, isAtomic: true }
  await changeProperties(
    registry,
    actor,
    { repository: to, path: place.path },
    { set: properties, remove: [] },
    reach,
  )
}

/** Into the file of the build; its row of promotions is read from there. */
async function appendStatus(registry: Registry, actor: Actor, run: Run, given: BuildStatus): Promise<void> {
  const { status, comment, repository, at, by, ciUser } = given
  const timestamps = { timestamp: writeMoment(at), timestampDate: Date.parse(at) }
  const entry = { status, comment, repository, ...timestamps, user: by, ciUser }
  await amendBuild(registry, actor, run, (document) => ({
    ...document,
    statuses: [...documents(document.statuses), entry],
  }))
}

const auditPromotion = (registry: Registry, by: Doer, { row }: Run, { status, repository }: BuildStatus) =>
  transaction(registry.database, (db) =>
    audit(registry.access, db, by, {
      kind: 'build.promoted',
      target: row.name,
      detail: { number: row.number, status, repository },
    }),
  )
