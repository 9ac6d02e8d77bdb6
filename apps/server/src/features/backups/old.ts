// The folders or archives of a backup, named by the time at which each was begun.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../../platform/blobs/blob-file.ts'
import { archiveEnding, isArchive, unfinishedArchive } from '../../platform/backup-folder.ts'

/** `20260131.020000`, in UTC: their order is the order in time. */
export const stampOf = (at: Date): string =>
  at.toISOString().replaceAll(/[-:]/g, '').replace('T', '.').slice(0, 15)

/** Those begun before, and those that were never completed. Other folders are nobody's business. Returns how many went. */
export async function removeOld(all: string, newest: string, before: Date): Promise<number> {
  let removed = 0
  const names = (await readdir(all)).filter((name) => ours.test(name))
  for (const folder of names.map((name) => join(all, name))) {
    const isKept = folder >= join(all, stampOf(before)) && (await isComplete(folder))
    if (isKept || folder === newest) continue
    await rm(folder, { recursive: true, force: true })
    removed++
  }
  return removed
}

/** Half a backup is none. */
export async function removeHalf(place: string): Promise<void> {
  const { folder, file } = unfinishedArchive(place)
  for (const path of [place, folder, file]) await rm(path, { recursive: true, force: true })
}

/** What it was before somebody wanted an archive, or no archive any more: of those without a time there is one. Returns how many went. */
export async function removeOtherForm(place: string): Promise<number> {
  const other = isArchive(place) ? place.slice(0, -archiveEnding.length) : `${place}${archiveEnding}`
  const isThere = (await stat(other).catch(ignoreMissing)) !== undefined
  if (isThere) await rm(other, { recursive: true, force: true })
  return Number(isThere)
}

/** Archives get this name when they are complete. */
export const nameOf = (stamp: string, createArchive: boolean) =>
  createArchive ? `${stamp}${archiveEnding}` : stamp

const ours = /^\d{8}\.\d{6}(\.tar\.gz(\.new|\.folder)?)?$/

async function isComplete(place: string): Promise<boolean> {
  if (/\.(new|folder)$/.test(place)) return false
  return (
    isArchive(place) ||
    stat(join(place, 'backup.json')).then(
      () => true,
      () => false,
    )
  )
}
