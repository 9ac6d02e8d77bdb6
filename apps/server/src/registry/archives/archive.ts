// Reading archives: entries one after the other, never more than one opened, within limits that no bomb gets past.
// Names are given as they stand in the archive; whoever stores them checks them.
import { badRequest, tooLarge } from '../../platform/errors.ts'
import { tooExpanded, type ArchiveEntry, type ArchiveKind, type ArchiveSource } from './entries.ts'

interface ArchiveLimits {
  entries: number
  /** Of all entries together, expanded. */
  bytes: number
}

const endings: [RegExp, ArchiveKind][] = [
  [/\.(tar\.gz|tgz|crate|gem\.gz)$/i, 'tar.gz'],
  [/\.(tar\.bz2|tbz2?|tar\.bzip2)$/i, 'tar.bz2'],
  [/\.(tar|gem)$/i, 'tar'],
  [/\.(zip|jar|war|ear|sar|har|hpi|jpi|aar|whl|egg|nupkg|vsix|xpi|apk|ipa|conda)$/i, 'zip'],
]

export const archiveKindOf = (name: string): ArchiveKind | undefined =>
  endings.find(([ending]) => ending.test(name))?.[1]

/** A hundred to one is more than honest files shrink; below this size nobody is harmed. */
const largestRatio = 200
const harmless = 64 * 1024 * 1024

export async function* walkArchive(
  source: ArchiveSource,
  limits: ArchiveLimits,
): AsyncGenerator<ArchiveEntry> {
  const kind = archiveKindOf(source.name)
  if (kind === undefined)
    throw badRequest('This is no archive that is known here: zip, tar, tar.gz, tgz or tar.bz2.')
  const most = Math.min(limits.bytes, Math.max(harmless, source.size * largestRatio))
  let entries = 0
  let bytes = 0
  for await (const entry of await walkKind(source, kind, most)) {
    entries++
    bytes += entry.size
    if (entries > limits.entries)
      throw tooLarge(`The archive has more than ${limits.entries} entries, which is the limit here.`)
    if (bytes > most) throw tooExpanded(most)
    yield entry
  }
}

/** Each kind with its library, when the first of its kind comes. */
const walkKind = async (source: ArchiveSource, kind: ArchiveKind, most: number) =>
  kind === 'zip'
    ? (await import('./zip.ts')).walkZip(source)
    : (await import('./tar.ts')).walkTar(source, kind, most)
