// Looks at rows and bytes without the server: every row that names bytes must have them, whole and unchanged,
// and what was derived from files must agree with the files.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { blobPath } from '../../apps/server/src/platform/blobs/folders.ts'
import { type OpenDatabase, openDatabase, type Place, type Row } from './database.ts'

export interface AuditResult {
  problems: string[]
  nodes: number
  blobs: number
  blobBytes: number
  versions: number
}

export async function audit(place: Place): Promise<AuditResult> {
  const database = await openDatabase(place)
  try {
    const problems = [...(await checkEngine(database)), ...(await checkRows(database))]
    const blobs = await database.all(
      `SELECT b.sha256, b.sha1, b.md5, b.sha512, b.size, c.content FROM blobs b
        LEFT JOIN blob_contents c ON c.sha256 = b.sha256`,
    )
    let blobBytes = 0
    for (const blob of blobs) {
      problems.push(...(await checkBlob(join(place.home, 'blobs'), blob)))
      blobBytes += Number(blob['size'])
    }
    const count = async (table: string) =>
      Number((await database.all(`SELECT count(*) AS n FROM ${table}`))[0]?.['n'])
    return {
      problems,
      nodes: await count('nodes'),
      blobs: blobs.length,
      blobBytes,
      versions: await count('versions'),
    }
  } finally {
    await database.close()
  }
}

// Each query finds what must not exist.
const contradictions: Record<string, string> = {
  'A file without a blob row': `SELECT n.path FROM nodes n LEFT JOIN blobs b ON b.sha256 = n.sha256
    WHERE n.kind = 'file' AND b.sha256 IS NULL`,
  'A file whose size is not that of its blob': `SELECT n.path, n.size, b.size AS blob_size FROM nodes n
    JOIN blobs b ON b.sha256 = n.sha256 WHERE n.size <> b.size`,
  'A file without its folder': `SELECT n.path, n.parent FROM nodes n LEFT JOIN nodes p
    ON p.repository_id = n.repository_id AND p.path = n.parent AND p.kind = 'folder'
    WHERE n.parent <> '' AND p.id IS NULL`,
  'A version without a file': `SELECT v.id, v.version FROM versions v LEFT JOIN nodes n ON n.version_id = v.id
    WHERE n.id IS NULL`,
  'A tarball without a version': `SELECT n.path FROM nodes n JOIN repositories r ON r.id = n.repository_id
    WHERE r.format = 'npm' AND n.kind = 'file' AND n.path LIKE '%.tgz' AND n.version_id IS NULL`,
  'A version whose size is not that of its file': `SELECT v.version, v.size, n.size AS file_size FROM versions v
    JOIN nodes n ON n.version_id = v.id WHERE v.size <> n.size`,
  'A package with a wrong number of versions': `SELECT p.name, p.version_count, count(v.id) AS found FROM packages p
    LEFT JOIN versions v ON v.package_id = p.id GROUP BY p.id, p.name, p.version_count
    HAVING p.version_count <> count(v.id) OR count(v.id) = 0`,
  'A package whose latest version is missing': `SELECT p.name, p.latest FROM packages p LEFT JOIN versions v
    ON v.package_id = p.id AND v.version = p.latest WHERE v.id IS NULL`,
  'A tag on a missing version': `SELECT p.name, t.tag, t.version FROM tags t JOIN packages p ON p.id = t.package_id
    LEFT JOIN versions v ON v.package_id = t.package_id AND v.version = t.version WHERE v.id IS NULL`,
  'An npm package without the tag latest': `SELECT p.name FROM packages p LEFT JOIN tags t
    ON t.package_id = p.id AND t.tag = 'latest' WHERE p.format = 'npm' AND t.tag IS NULL`,
}

async function checkRows(database: OpenDatabase): Promise<string[]> {
  const problems: string[] = []
  for (const [sentence, sql] of Object.entries(contradictions)) {
    const rows = await database.all(sql)
    problems.push(...rows.map((row) => `${sentence}: ${JSON.stringify(row)}`))
  }
  return problems
}

async function checkEngine(database: OpenDatabase): Promise<string[]> {
  if (database.engine === 'postgres') return []
  const integrity = await database.all('PRAGMA integrity_check')
  const foreign = await database.all('PRAGMA foreign_key_check')
  return [
    ...integrity.map((row) => row['integrity_check']).filter((text) => text !== 'ok'),
    ...foreign.map((row) => JSON.stringify(row)),
  ].map((text) => `The database file is damaged: ${text}`)
}

async function checkBlob(folder: string, row: Row): Promise<string[]> {
  const { sha256, sha1, md5, sha512, size, content } = row
  const path = blobPath(folder, String(sha256))
  const bytes = content instanceof Uint8Array ? content : undefined
  const found = bytes?.byteLength ?? (await stat(path).catch(() => undefined))?.size
  if (found === undefined) return [`Blob ${sha256} has a row and no bytes`]
  if (found !== Number(size)) return [`Blob ${sha256} has ${found} bytes instead of ${size}`]
  const digests = await digestsOf(bytes ? [bytes] : createReadStream(path, { highWaterMark: 1024 * 1024 }))
  // Large blobs have their SHA-512 only where a format needs it.
  const wrong = Object.entries({ sha256, sha1, md5, sha512 }).filter(
    ([name, value]) => digests[name] !== value && !(name === 'sha512' && value === ''),
  )
  return wrong.map(([name]) => `Blob ${sha256} has another ${name} than its row says`)
}

async function digestsOf(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Record<string, string>> {
  const hashes = ['sha256', 'sha1', 'md5', 'sha512'].map((name) => ({ name, hash: createHash(name) }))
  for await (const chunk of chunks) {
    for (const { hash } of hashes) hash.update(chunk)
  }
  // The column of SHA-512 is in the form that npm's integrity uses.
  const encoding = (name: string) => (name === 'sha512' ? 'base64' : 'hex')
  return Object.fromEntries(hashes.map(({ name, hash }) => [name, hash.digest(encoding(name))]))
}
