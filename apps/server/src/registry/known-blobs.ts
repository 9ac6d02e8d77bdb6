// Deploying bytes that are stored already, by their digest. Whoever may not read a file with these bytes anywhere is told
// that they are not known: otherwise a digest would be enough to fetch what was never theirs.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '../access/actor.ts'
import { can, canEverywhere } from '../access/rules/permissions.ts'
import { AppError } from '../platform/errors.ts'
import type { ByteRange, StagedBlob, StoredBlob } from '../platform/blobs/blob-store.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Registry } from './registry.ts'
import { listRepositories, type Repository } from './repositories.ts'

interface WantedBlob {
  sha256?: string | undefined
  sha1?: string | undefined
  /** Finds nothing by itself, but must be right when it is given. */
  md5?: string | undefined
  /** Of an upload in parts that brought the bytes. */
  token?: string | undefined
}

export async function findKnownBlob(
  registry: Registry,
  actor: Actor,
  wanted: WantedBlob,
): Promise<StagedBlob | undefined> {
  const { db } = registry.database
  let query = db.selectFrom('blobs').selectAll()
  if (wanted.sha256 !== undefined) query = query.where('sha256', '=', wanted.sha256)
  if (wanted.sha1 !== undefined) query = query.where('sha1', '=', wanted.sha1)
  if (wanted.md5 !== undefined) query = query.where('md5', '=', wanted.md5)
  for (const blob of await query.limit(10).execute())
    if ((await isUploaded(db, actor, blob, wanted.token)) || (await mayRead(registry, actor, blob.sha256)))
      return asStaged(registry, blob)
  return undefined
}

async function isUploaded(
  db: Db,
  actor: Actor,
  { sha256 }: StoredBlob,
  token: string | undefined,
): Promise<boolean> {
  if (token === undefined) return false
  const row = await db
    .selectFrom('uploads')
    .select('sha256')
    .where('token_hash', '=', hash('sha256', token))
    .where('user_name', '=', actor.name)
    .executeTakeFirst()
  return row?.sha256 === sha256
}

/** So many files with the same bytes are looked at, where only some paths may be read. */
const mostFiles = 10_000

async function mayRead(registry: Registry, actor: Actor, sha256: string): Promise<boolean> {
  const { db } = registry.database
  const holders = await db
    .selectFrom('nodes')
    .select('repository_id')
    .distinct()
    .where('sha256', '=', sha256)
    .execute()
  if (holders.length === 0) return false
  const byId = new Map((await listRepositories(registry)).map((one) => [one.id, one]))
  const repositories = holders.flatMap(({ repository_id }) => byId.get(repository_id) ?? [])
  if (repositories.some((repository) => canEverywhere(actor, 'read', repository))) return true
  const some = repositories.filter((repository) => can(actor, 'read', repository))
  return some.length > 0 && mayReadOne(db, actor, sha256, some)
}

async function mayReadOne(
  db: Db,
  actor: Actor,
  sha256: string,
  repositories: readonly Repository[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('nodes')
    .select(['repository_id', 'path'])
    .where('sha256', '=', sha256)
    .where(
      'repository_id',
      'in',
      repositories.map(({ id }) => id),
    )
    .limit(mostFiles)
    .execute()
  return rows.some((row) => {
    const repository = repositories.find(({ id }) => id === row.repository_id)
    return repository !== undefined && can(actor, 'read', repository, row.path)
  })
}

/** Stored bytes in the place of bytes that were just sent. */
function asStaged(registry: Registry, blob: StoredBlob): StagedBlob {
  const { sha256, sha1, md5, sha512, size } = blob
  return {
    sha256,
    sha1,
    md5,
    sha512,
    size,
    bytes: undefined,
    isRow: false,
    read: (range) => Readable.from(readStored(registry, sha256, range), { objectMode: false }),
    keep: async () => {},
    async keepIn(db) {
      // The row is held by now. Garbage collection may have taken the bytes before: then they have to be sent after all.
      if (!(await registry.blobs.bringBack(db, sha256))) throw unknownBytes()
    },
    discard: async () => {},
  }
}

async function* readStored(
  registry: Registry,
  sha256: string,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const opened = await registry.blobs.open(sha256, range)
  if (!opened) throw unknownBytes()
  yield* opened.stream
}

export const unknownBytes = () =>
  new AppError('not-found', 'No bytes with this digest are known, or you may not read them. Send the bytes.')
