// Exports of the whole installation, below the one folder that its owner set aside for them and nowhere else.
import { mkdir, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import type { SystemExport } from '@bindery/contracts'
import { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, quote } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import type { Services } from '../feature.ts'

export const exportJob = 'export-system'

/** By this the command knows that one file is wanted. */
const archiveEnding = '.tar.gz'

/** Returns the id of the job that makes it. */
export async function requestExport(services: Services, by: Doer, wanted: SystemExport): Promise<string> {
  for (const member of ['excludeContent', 'm2'] as const)
    if (wanted[member] === true)
      throw badRequest('An export is of everything, in one form. Leave this out.', member)
  const isArchive = wanted.createArchive === true && !wanted.exportPath.endsWith(archiveEnding)
  const folder = await folderFor(services, wanted.exportPath + (isArchive ? archiveEnding : ''))
  return transaction(services.database, async (db) => {
    await audit(services.access, db, by, { kind: 'system.export-requested', target: folder })
    return enqueue(db, exportJob, { folder }, { clock: services.clock })
  })
}

export async function runExport(services: Services, payload: unknown, context: JobContext): Promise<void> {
  const { folder } = z.object({ folder: z.string() }).parse(payload)
  // A link may have been laid meanwhile.
  const checked = await folderFor(services, folder)
  await context.report(`Copying to ${checked}`)
  await context.report(await services.exportSystem(checked, context.signal))
}

/** A running installation is not replaced under its users: the way back is a command for a stopped one. */
export async function explainImport(services: Services, path: string): Promise<never> {
  const folder = await folderFor(services, path)
  throw conflict(
    `A running installation cannot be replaced by another. Stop it, name an empty data folder (and an empty database), and run: npm run restore -- ${folder}`,
  )
}

async function folderFor({ exportFolder }: Services, path: string): Promise<string> {
  if (exportFolder === undefined)
    throw conflict('No folder is set aside for exports. Set exportFolder in the configuration.')
  await mkdir(exportFolder, { recursive: true, mode: 0o700 })
  const root = await realpath(exportFolder)
  const wanted = resolve(root, path)
  // Its parents are made one by one only inside the folder; what exists of the way must not lead out by a link.
  if (!isInside(root, wanted) || !isInside(root, await nearestReal(wanted)))
    throw badRequest(`${quote(path)} does not lie below the folder for exports.`, 'exportPath')
  return wanted
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return !way.startsWith('..') && !isAbsolute(way)
}

/** The real place of the path, or of the nearest folder above it that exists. */
const nearestReal = (path: string): Promise<string> =>
  realpath(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return nearestReal(resolve(path, '..'))
    throw error
  })
