// An archive that is deployed to be taken apart: its files come to lie in the folder that it was sent to, and it is not
// kept itself. All of it is looked at before anything is stored; a link or a name that leads elsewhere refuses the whole.
import type { Actor } from '../../access/actor.ts'
import { badRequest, conflict, tooLarge } from '../../platform/errors.ts'
import type { StagedBlob } from '../../platform/blobs/blob-store.ts'
import { permittedProperties } from '../by-actor.ts'
import { storeFile, storeFiles } from '../files.ts'
import type { NewFile } from '../write-files.ts'
import { checkPath, depthLimit } from '../paths.ts'
import type { Properties } from '../properties.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { walkArchive } from './archive.ts'
import type { ArchiveEntry, ArchiveSource } from './entries.ts'

interface Explosion {
  actor: Actor
  repository: Repository
  /** Where the files come to lie, '' for the root. */
  folder: string
  archive: ArchiveSource
  properties: Properties
  /** All of its files at once, or none. */
  isAtomic: boolean
}

const mostEntries = 20_000

/** What is held until one transaction writes it all. */
const largestAtOnce = { files: 2000, bytes: 64 * 1024 * 1024 }

/** Returns how many files were stored. */
export async function explode(registry: Registry, explosion: Explosion): Promise<number> {
  const limits = { entries: mostEntries, bytes: registry.limits.upload }
  const foreseen = await lookThrough(explosion, limits)
  const fits = foreseen.files <= largestAtOnce.files && foreseen.bytes <= largestAtOnce.bytes
  if (explosion.isAtomic && !fits)
    throw tooLarge(
      `All at once goes up to ${largestAtOnce.files} files and ${largestAtOnce.bytes} bytes. Send it with X-Explode-Archive instead.`,
    )
  const entries = walkArchive(explosion.archive, limits)
  return fits ? storeAtOnce(registry, explosion, entries) : storeOneByOne(registry, explosion, entries)
}

async function lookThrough(explosion: Explosion, limits: { entries: number; bytes: number }) {
  const seen = new Set<string>()
  let bytes = 0
  for await (const entry of walkArchive(explosion.archive, limits)) {
    if (entry.kind === 'folder') {
      placeOf(explosion, entry)
      continue
    }
    if (entry.kind === 'other')
      throw badRequest(
        `The archive has a link or device, ${JSON.stringify(entry.path.slice(0, 200))}. Only files and folders are taken.`,
      )
    const place = placeOf(explosion, entry)
    if (seen.has(place))
      throw badRequest(
        `The archive has ${JSON.stringify(entry.path.slice(0, 200))} twice. Send each file once.`,
      )
    seen.add(place)
    bytes += entry.size
  }
  if (seen.size === 0) throw badRequest('The archive holds no files.')
  return { files: seen.size, bytes }
}

function placeOf({ folder }: Explosion, { path }: ArchiveEntry): string {
  // `./a` is how tar writes `a`.
  const inside = path.replace(/^(?:\.\/)+/, '')
  if (inside === '' || inside === '.') return folder
  const place = folder === '' ? inside : `${folder}/${inside}`
  if (place.split('/').length > depthLimit) throw badRequest('The archive has folders that are too deep.')
  return checkPath(place)
}

async function storeOneByOne(
  registry: Registry,
  explosion: Explosion,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<number> {
  let count = 0
  for await (const file of filesOf(registry, explosion, entries)) {
    await storeFile(registry, file)
    count++
  }
  return count
}

async function storeAtOnce(
  registry: Registry,
  explosion: Explosion,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<number> {
  const files: NewFile[] = []
  try {
    for await (const file of filesOf(registry, explosion, entries)) files.push(file)
  } catch (error) {
    for (const { staged } of files) await staged.discard()
    throw error
  }
  return (await storeFiles(registry, files)).length
}

async function* filesOf(
  registry: Registry,
  explosion: Explosion,
  entries: AsyncIterable<ArchiveEntry>,
): AsyncGenerator<NewFile> {
  const { actor, repository, properties } = explosion
  for await (const entry of entries) {
    if (entry.kind !== 'file') continue
    const staged = await registry.blobs.stage(await entry.read(), { limit: registry.limits.upload })
    await refuseOther(staged, entry)
    const path = placeOf(explosion, entry)
    const given = permittedProperties(registry, { actor, repository, path }, properties)
    yield { actor, repository, path, staged, properties: given, onConflict: 'overwrite' }
  }
}

async function refuseOther(staged: StagedBlob, entry: ArchiveEntry): Promise<void> {
  if (staged.size === entry.size) return
  await staged.discard()
  throw conflict(`The archive ends inside ${JSON.stringify(entry.path.slice(0, 200))}. Send it again.`)
}
