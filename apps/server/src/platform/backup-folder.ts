// Where the backups lie that the server makes by itself: in the data folder, and no part of any backup.
import { join } from 'node:path'

export const backupFolder = (home: string): string => join(home, 'backup')

/** A backup is a folder, or one file that holds it. */
export const archiveEnding = '.tar.gz'
export const isArchive = (path: string): boolean => path.endsWith(archiveEnding)

/** What an archive is made from, and what it is called until it is complete. */
export const unfinishedArchive = (archive: string) => ({
  folder: `${archive}.folder`,
  file: `${archive}.new`,
})
