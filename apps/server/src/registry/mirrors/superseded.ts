// Conflicts between the members of a federation: the later change wins, and of two at the same millisecond the one with the greater
// digest, so that all members come to the same end whatever arrives first.
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../platform/db/connect.ts'
import { AppError } from '../../platform/errors.ts'
import { text, type WireReply } from '../../platform/http/wire.ts'
import { findNode, isAtOrBelow } from '../nodes.ts'
import type { Repository } from '../repositories.ts'
import { removedAt } from './removed.ts'

/** What lies here is newer: nothing is to be done, and the sender need not try again. */
export class Superseded extends AppError {
  constructor(path: string) {
    super('conflict', `${JSON.stringify(path)} was changed here later. Nothing was done.`)
  }
}

export function answerSuperseded(error: unknown): WireReply {
  if (error instanceof Superseded) return text(200, `${error.message}\n`)
  throw error
}

interface Sent {
  actor: Actor
  repository: Repository
  path: string
}

/** Inside the transaction that writes the file. */
export async function refuseOlderFile(
  db: Db,
  { actor: { changedAt }, repository, path }: Sent,
  sha256: string,
): Promise<void> {
  if (changedAt === undefined) return
  const node = await findNode(db, repository.id, path)
  const isNewer =
    node?.kind === 'file' &&
    (node.modified_at > changedAt || (node.modified_at === changedAt && (node.sha256 ?? '') > sha256))
  if (isNewer || ((await removedAt(db, repository, path)) ?? '') >= changedAt) throw new Superseded(path)
}

/** Inside the transaction that writes the properties. */
export async function refuseOlderProperties(
  db: Db,
  { actor: { changedAt }, repository, path }: Sent,
): Promise<void> {
  if (changedAt === undefined) return
  const node = await findNode(db, repository.id, path)
  if (node && (node.updated_at ?? node.modified_at) > changedAt) throw new Superseded(path)
}

/** Inside the transaction that removes what lies at the path or below it, once nobody can add to it. */
export async function refuseOlderRemoval(
  db: Db,
  { actor: { changedAt }, repository, path }: Sent,
): Promise<void> {
  if (changedAt === undefined) return
  const newer = await db
    .selectFrom('nodes')
    .select('id')
    .where('repository_id', '=', repository.id)
    .where(isAtOrBelow(path))
    .where('kind', '=', 'file')
    .where('modified_at', '>', changedAt)
    .limit(1)
    .executeTakeFirst()
  if (newer) throw new Superseded(path)
}
