// What lies in the folder of a backup. The manifest is written last, so a folder without one is no backup.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { notReady } from '../../platform/db/failures.ts'
import { quote } from '../../platform/errors.ts'

const Manifest = z.object({
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  takenAt: z.string(),
  blobs: z.number(),
  bytes: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

export const places = (folder: string) => ({
  database: join(folder, 'database'),
  blobs: join(folder, 'blobs'),
  files: join(folder, 'files'),
  manifest: join(folder, 'backup.json'),
})

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const { manifest: file } = places(folder)
  await writeFile(`${file}.new`, `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true })
  await rename(`${file}.new`, file)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(places(folder).manifest, 'utf8').catch(() => undefined)
  if (text === undefined)
    throw notReady(
      `${quote(folder)} holds no complete backup: backup.json is missing. Name the folder of a backup.`,
    )
  return Manifest.parse(JSON.parse(text))
}
