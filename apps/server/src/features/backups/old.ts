// The folders of a backup, named by the time at which each was begun.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** `20260131.020000`, in UTC: their order is the order in time. */
export const stampOf = (at: Date): string =>
  at.toISOString().replaceAll(/[-:]/g, '').replace('T', '.').slice(0, 15)

/** Those begun before, and those that were never completed. Other folders are nobody's business. Returns how many went. */
export async function removeOld(all: string, newest: string, before: Date): Promise<number> {
  let removed = 0
  const names = (await readdir(all)).filter((name) => /^\d{8}\.\d{6}$/.test(name))
  for (const folder of names.map((name) => join(all, name))) {
    const isKept = folder >= join(all, stampOf(before)) && (await isComplete(folder))
    if (isKept || folder === newest) continue
    await rm(folder, { recursive: true, force: true })
    removed++
  }
  return removed
}

const isComplete = (folder: string): Promise<boolean> =>
  stat(join(folder, 'backup.json')).then(
    () => true,
    () => false,
  )
