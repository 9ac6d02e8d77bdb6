// An export of a running installation: the command `backup` in a process of its own, so that copying holds up nobody.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Returns what the command said; throws what it said when it failed. */
type ExportSystem = (folder: string, signal: AbortSignal) => Promise<string>

export const exporterOf =
  ({ home, databaseUrl }: Config): ExportSystem =>
  (folder, signal) =>
    new Promise((resolve, reject) => {
      const program = join(import.meta.dirname, 'main.ts')
      const { PATH, TMPDIR } = process.env
      const env = { PATH, TMPDIR, BINDERY_HOME: home, BINDERY_DATABASE_URL: databaseUrl }
      execFile(process.execPath, [program, 'backup', folder], { env, signal }, (error, stdout, stderr) => {
        if (error) reject(new Error(stderr.trim() || error.message, { cause: error }))
        else resolve(stdout.trim())
      })
    })
