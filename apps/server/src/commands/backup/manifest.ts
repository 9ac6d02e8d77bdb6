// What lies in the folder of a backup. The manifest is written last, so a folder without one is no backup.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/** The newest complete backup beside this one, if there is one. */
export async function findNeighbour(folder: string): Promise<string | undefined> {
  const parent = dirname(folder)
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
  const others = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name))
  const complete: { other: string; takenAt: string }[] = []
  for (const other of others.filter((one) => one !== folder)) {
    const manifest = await readManifest(other).catch(() => undefined)
    if (manifest) complete.push({ other, takenAt: manifest.takenAt })
  }
  return complete.sort((a, b) => (a.takenAt < b.takenAt ? 1 : -1))[0]?.other
}
