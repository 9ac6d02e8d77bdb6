// Where the backups lie that the server makes by itself: in the data folder, and no part of any backup.
import { join } from 'node:path'

export const backupFolder = (home: string): string => join(home, 'backup')
