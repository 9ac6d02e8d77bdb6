// Copying and moving files and folders: where they come to lie, who may, and what is told.
import type { Actor } from '../../access/actor.ts'
import { systemActor } from '../../access/actor.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { newId } from '../../platform/ids.ts'
import { announce } from '../events.ts'
import { stampOf } from '../by-actor.ts'
import { noteRemoved } from '../mirrors/removed.ts'
import { refusePlainWrites } from '../built-in.ts'
import { askGuards } from '../guards.ts'
import { noItem } from '../nodes.ts'
import { mimeTypeOf } from '../mime-types.ts'
import { findNode } from '../nodes.ts'
import { nameOf } from '../paths.ts'
import { maySee } from '../places.ts'
import type { Registry } from '../registry.ts'
import { findRepository, isLocal, type Repository } from '../repositories.ts'
import { refuseTrash } from '../trash/repository.ts'
import { checkPage, readPage, type Needs } from './check.ts'
import type { Mapping } from './mapping.ts'
import { runTransfer, step, type Moved, type Transfer } from './run.ts'

interface WantedTransfer {
  kind: 'copy' | 'move'
  from: Repository
  path: string
  to: Repository
  target: string
  /** The target ended in a slash: what is transferred comes to lie in it. */
  isInto: boolean
  /** The target is the new path itself, also where a folder lies there. */
  isExact?: boolean
  isDry: boolean
}

/** Returns what happened, or would happen, as a sentence. */
export async function transferItems(
  registry: Registry,
  actor: Actor,
  wanted: WantedTransfer,
): Promise<string> {
  refuseKinds(wanted)
  const mapping = await mappingOf(registry, actor, wanted)
  const needs = needsOf(wanted.kind)
  const foreseen = await checkAll(registry, actor, mapping, needs)
  if (!wanted.isDry) {
    await askGuards(registry.guards, 'beforeStore', {
      actor,
      repository: mapping.to,
      path: mapping.target,
      sha256: '',
      size: foreseen.bytes,
    })
    await perform(registry, actor, { kind: wanted.kind, mapping, needs }, foreseen.files + foreseen.folders)
  }
  return sentenceOf(wanted, mapping, foreseen)
}

/** A folder that was moved halfway when the program stopped. Whoever began it was allowed to. */
export const finishJob = 'finish-transfer' as const

interface FinishPayload {
  kind: 'copy' | 'move'
  from: string
  source: string
  to: string
  target: string
}

export async function finishTransfer(registry: Registry, payload: unknown): Promise<void> {
  // Written by perform below.
  const { kind, source, target, ...keys } = payload as FinishPayload
  const from = await findRepository(registry, keys.from)
  const to = await findRepository(registry, keys.to)
  if (!from || !to) return
  const mapping: Mapping = { from, source, to, target }
  await runTransfer(registry, systemActor, { kind, mapping, needs: needsOf(kind), isRest: true })
}

/** A running one is never older: the job would do what is being done. */
const patience = 30 * 60 * 1000

async function perform(registry: Registry, actor: Actor, transfer: Transfer, nodes: number): Promise<Moved> {
  const { kind, mapping } = transfer
  const { from, source, to, target } = mapping
  const jobId = `${finishJob}:${newId()}`
  const isLarge = nodes > step
  const moved = await runTransfer(registry, actor, {
    ...transfer,
    also: (db) => renameType(db, mapping),
    async first(db) {
      if (kind === 'move') await noteRemoved(db, from, source, stampOf(registry, actor))
      await announce(db, kind === 'copy' ? 'copied' : 'moved', {
        repository: to.key,
        format: to.format,
        path: target,
        from: `${from.key}/${source}`,
        actor: actor.name,
      })
      if (!isLarge) return
      const payload: FinishPayload = { kind, from: from.key, source, to: to.key, target }
      const runAfter = new Date(registry.clock.now().getTime() + patience)
      await enqueue(db, finishJob, payload, { id: jobId, runAfter })
    },
  })
  if (isLarge)
    await transaction(registry.database, (db) => db.deleteFrom('jobs').where('id', '=', jobId).execute())
  return moved
}

/** A file that gets another name may be of another type. */
const renameType = (db: Db, { to, target }: Mapping) =>
  db
    .updateTable('nodes')
    .set({ mime_type: mimeTypeOf(target) })
    .where('repository_id', '=', to.id)
    .where('path', '=', target)
    .where('kind', '=', 'file')
    .execute()
    .then(() => {})

const needsOf = (kind: 'copy' | 'move'): Needs => ({
  source: kind === 'move' ? ['read', 'delete'] : ['read'],
  target: ['deploy'],
})

function refuseKinds({ kind, from, to }: WantedTransfer): void {
  if (from.kind === 'virtual' || (from.kind === 'remote' && !from.isCache))
    throw badRequest(
      `${from.key} holds no files of its own. Name the local repository, or the cache, that has them.`,
    )
  if (kind === 'move' && from.isCache)
    throw badRequest(`${from.key} is the cache of a remote repository. Copy from it, or delete in it.`)
  if (!isLocal(to)) throw badRequest(`${to.key} is a ${to.kind} repository. Name a local one as the target.`)
  refuseTrash(from)
  refuseTrash(to)
  if (kind === 'move') refusePlainWrites(from)
  refusePlainWrites(to)
}

/** As people know it from `cp` and `mv`: into a folder that is there, else under the new name. */
async function mappingOf(registry: Registry, actor: Actor, wanted: WantedTransfer): Promise<Mapping> {
  const { from, path: source, to, target } = wanted
  const { db } = registry.database
  const node = source === '' ? undefined : await findNode(db, from.id, source)
  if (source !== '' && !(node && maySee(actor, from, node))) throw noItem(from.key, source)
  const existing = target === '' ? 'folder' : (await findNode(db, to.id, target))?.kind
  if (node?.kind === 'folder' && existing === 'file')
    throw conflict(`${JSON.stringify(target)} is a file in ${to.key}. A folder cannot take its place.`)
  const isInto = source !== '' && !wanted.isExact && (wanted.isInto || existing === 'folder')
  const final = isInto ? [target, nameOf(source)].filter((part) => part !== '').join('/') : target
  refuseCircle(from, source, to, final)
  return { from, source, to, target: final }
}

function refuseCircle(from: Repository, source: string, to: Repository, target: string): void {
  if (from.id !== to.id) return
  if (source === target) throw badRequest('Source and target are the same.')
  if (`${target}/`.startsWith(`${source}/`) || source === '')
    throw badRequest(
      `${JSON.stringify(target)} lies inside ${JSON.stringify(source)}. Choose a target outside it.`,
    )
  if (`${source}/`.startsWith(`${target}/`))
    throw conflict(`${JSON.stringify(source)} lies inside ${JSON.stringify(target)}. Choose another target.`)
}

async function checkAll(
  registry: Registry,
  actor: Actor,
  mapping: Mapping,
  needs: Needs,
): Promise<Moved & { bytes: number }> {
  const { db } = registry.database
  const sum = { files: 0, folders: 0, bytes: 0 }
  for (
    let page = await readPage(db, mapping, '', step);
    page;
    page = await readPage(db, mapping, page.last, step)
  ) {
    await checkPage(db, actor, mapping, page, needs)
    for (const { kind, size } of page.rows) {
      sum[kind === 'file' ? 'files' : 'folders']++
      sum.bytes += size
    }
  }
  return sum
}

function sentenceOf({ kind, isDry }: WantedTransfer, mapping: Mapping, { files, folders }: Moved): string {
  const { from, source, to, target } = mapping
  const doing = kind === 'copy' ? 'copying' : 'moving'
  const done = kind === 'copy' ? 'copied' : 'moved'
  const what = `${from.key}:${source} to ${to.key}:${target}`
  const count = `${files} artifacts and ${folders} folders`
  return isDry
    ? `Dry run for ${doing} ${what} completed successfully, ${count} would be ${done}`
    : `${doing} ${what} completed successfully, ${count} were ${done}`
}
