// Zip files, by their central directory. Names that lead elsewhere are refused by the library itself; what another reader
// could take for another archive is refused here.
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fromRandomAccessReader, RandomAccessReader, type Entry, type ZipFile } from 'yauzl'
import { brokenArchive, type ArchiveEntry, type ArchiveSource } from './entries.ts'

export async function* walkZip(source: ArchiveSource): AsyncGenerator<ArchiveEntry> {
  const zip = await openZip(source)
  try {
    for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
      const found = entry
      yield {
        path: found.fileName.replace(/\/$/, ''),
        kind: kindOf(found),
        size: found.uncompressedSize,
        read: () => openEntry(zip, found),
      }
    }
    refuseGap(zip)
  } finally {
    zip.close()
  }
}

class SourceReader extends RandomAccessReader {
  readonly #source: ArchiveSource

  constructor(source: ArchiveSource) {
    super()
    this.#source = source
  }

  /** `end` is the first byte that is not wanted. */
  override _readStreamForRange(start: number, end: number): Readable {
    if (end <= start) return Readable.from([])
    const through = new PassThrough()
    pipeline(this.#source.read({ start, end: end - 1 }), through).catch(() => {})
    return through
  }
}

const openZip = (source: ArchiveSource): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
    fromRandomAccessReader(new SourceReader(source), source.size, options, (error, zip) =>
      error ? reject(brokenArchive(error)) : resolve(zip),
    )
  })

const nextEntry = (zip: ZipFile): Promise<Entry | undefined> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      zip.removeAllListeners('entry')
      zip.removeAllListeners('end')
      zip.removeAllListeners('error')
      // One that comes late must not end the program.
      zip.on('error', () => {})
      act()
    }
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry)))
    zip.once('end', () => settle(() => resolve(undefined)))
    zip.once('error', (error: Error) => settle(() => reject(brokenArchive(error))))
    zip.readEntry()
  })

/** The library checks that no more comes out than was announced. */
async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  await refuseOtherName(zip, entry)
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(brokenArchive(error)) : resolve(stream)))
  })
}

/** Readers that go from front to back believe the name before the bytes, all others the one in the directory. */
async function refuseOtherName(zip: ZipFile, entry: Entry): Promise<void> {
  const { fileName } = await zip.readLocalFileHeaderPromise(entry).catch((error: unknown) => {
    throw brokenArchive(error)
  })
  if (!fileName.equals(entry.fileNameRaw))
    throw brokenArchive('a file has one name in the directory and another before its bytes')
}

const endLength = 22
/** Its first four bytes, in the letters in which the library gives comments. */
const endMark = 'PK♣♠'
/** The two records in which large archives say where their directory is. */
const largeEndLength = 76

/** Between the directory and the end of the archive there is room for another archive only. */
function refuseGap(zip: ZipFile): void {
  const end = zip.fileSize - endLength - zip.comment.length
  const gap = end - Number(zip.readEntryCursor)
  if ((gap !== 0 && gap !== largeEndLength) || zip.comment.includes(endMark))
    throw brokenArchive('there is more than one archive in it')
}

/** Unix modes are kept in the upper half. */
const typeMask = 0o170000
const regular = 0o100000
const folder = 0o040000

function kindOf({ fileName, externalFileAttributes }: Entry): ArchiveEntry['kind'] {
  const type = (externalFileAttributes >>> 16) & typeMask
  if (fileName.endsWith('/')) return 'folder'
  if (type === folder) return 'folder'
  return type === 0 || type === regular ? 'file' : 'other'
}
