// Copies or moves a tree in steps. A small one is one transaction: nobody sees half of it. A large one is several, so that
// no writer waits long; each file is whole and in one place at every moment, and a job finishes what a crash interrupts.
import { transaction } from '../../platform/db/transaction.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../access/actor.ts'
import { forgetPackage } from '../packages.ts'
import { forgetBuilds } from '../builds/forget-builds.ts'
import { stampOf } from '../by-actor.ts'
import { forgetVersions } from '../forget-versions.ts'
import { addFolders, findNodesAlong, noItem, refuseBelowFile, type Stamp } from '../nodes.ts'
import { fileSubject } from '../file-nodes.ts'
import { parentOf } from '../paths.ts'
import { enqueueRebuild } from '../rebuild.ts'
import { formatOf, type Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { lockTree } from '../lock-tree.ts'
import { checkPage, readPage, type Needs, type Page } from './check.ts'
import { carryFacts, keepsFacts, packagesInRange } from './facts.ts'
import { targetOf, wholeTree, type Mapping } from './mapping.ts'
import { copyFiles, copyFolders, dropFolders, dropReplaced, moveFiles } from './rows.ts'

/** How many nodes change in one transaction. */
export const step = 2000

export interface Transfer {
  kind: 'copy' | 'move'
  mapping: Mapping
  needs: Needs
  /** Ends what was begun before: nothing may be left of the source. */
  isRest?: true
  /** In the transaction of each step, when nobody else can change either tree. */
  before?(db: Db, then: (callback: () => void) => void): Promise<void>
  /** In the transaction of each step, after its files are in place. */
  also?(db: Db, page: Page, stamp: Stamp): Promise<void>
  /** In the transaction of the first step. */
  first?(db: Db): Promise<void>
}

export interface Moved {
  files: number
  folders: number
}

export async function runTransfer(registry: Registry, actor: Actor, transfer: Transfer): Promise<Moved> {
  const sum: Moved = { files: 0, folders: 0 }
  let after = ''
  for (let turn = 0; ; turn++) {
    const done = await transaction(registry.database, async (db, then) => {
      await lockBoth(registry, db, transfer.mapping)
      await transfer.before?.(db, then)
      const page = await readPage(db, transfer.mapping, after, step)
      if (turn === 0 && !page) refuseGone(transfer)
      if (turn === 0) await transfer.first?.(db)
      if (page) then(await runPage(registry, actor, db, transfer, page))
      const isEnd = (page?.rows.length ?? 0) < step
      // Something may have arrived behind us meanwhile: then once more from the start.
      const isAgain =
        isEnd && transfer.kind === 'move' && (await dropFolders(db, transfer.mapping, wholeTree))
      return { page, isEnd: isEnd && !isAgain, isAgain }
    })
    for (const { kind } of done.page?.rows ?? []) sum[kind === 'file' ? 'files' : 'folders']++
    if (done.isEnd) return sum
    after = done.isAgain ? '' : (done.page?.last ?? '')
  }
}

/** Somebody was faster: what was there when it was asked for is not there any more. */
function refuseGone({ mapping: { from, source }, isRest }: Transfer): void {
  if (source !== '' && !isRest) throw noItem(from.key, source)
}

/** In the order of their ids, so that two who meet wait for each other in one direction only. */
async function lockBoth(registry: Registry, db: Db, { from, to }: Mapping): Promise<void> {
  const ids = [...new Set([from.id, to.id])].toSorted()
  for (const id of ids) await lockTree(registry, db, id, 'remove')
}

/** Returns what is to be forgotten of it once it is committed. */
async function runPage(
  registry: Registry,
  actor: Actor,
  db: Db,
  transfer: Transfer,
  page: Page,
): Promise<() => void> {
  const { mapping, kind, needs } = transfer
  const { from, to } = mapping
  const { engine } = registry.database
  const stamp = stampOf(registry, actor)
  await checkPage(db, actor, mapping, page, needs)
  await makeRoom(db, to, parentOf(mapping.target), stamp)
  const replaced = await forgetVersions(db, registry, to, await dropReplaced(db, mapping, page), stamp.at)
  const packages = await packagesInRange(db, mapping, page)
  const isKept = keepsFacts(mapping)
  await copyFolders(db, engine, mapping, page, kind === 'move' ? undefined : stamp)
  if (kind === 'move') {
    await forgetFacts(db, registry, from, page, isKept ? undefined : stamp.at)
    await moveFiles(db, mapping, page, stamp.at)
  } else await copyFiles(db, engine, mapping, page, stamp)
  if (isKept && packages.length > 0)
    await carryFacts(db, mapping, page, packages, {
      engine,
      format: formatOf(registry, to),
      kind,
      at: stamp.at,
    })
  else if (page.after === '' && (formatOf(registry, to).describe || to.section === 'build'))
    await enqueueRebuild(db, to.key, mapping.target)
  await transfer.also?.(db, page, stamp)
  return () => {
    for (const { path } of page.rows) {
      registry.files.forget(fileSubject(from.id, path))
      registry.files.forget(fileSubject(to.id, targetOf(mapping, path)))
    }
    for (const name of [...packages.map((one) => one.name), ...replaced])
      for (const { id } of [from, to]) forgetPackage(registry, id, name)
  }
}

/** What is derived from files that leave; versions that go along stay. */
async function forgetFacts(
  db: Db,
  registry: Registry,
  from: Repository,
  { rows }: Page,
  versionsAt: string | undefined,
): Promise<void> {
  const versionIds = rows.flatMap((row) => row.version_id ?? [])
  if (versionsAt !== undefined) await forgetVersions(db, registry, from, versionIds, versionsAt)
  if (from.section === 'build')
    await forgetBuilds(
      db,
      rows.map((row) => row.id),
    )
}

async function makeRoom(db: Db, { id }: Repository, folder: string, stamp: Stamp): Promise<void> {
  if (folder === '') return
  const along = await findNodesAlong(db, id, folder)
  refuseBelowFile(along)
  await addFolders(db, id, folder, along, stamp)
}
