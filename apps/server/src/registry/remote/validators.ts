// What the upstream said about a fetched file, to ask it later whether the file changed. Remembered in this process;
// what another process learned is found when ours has become old.
import type { Db } from '../../platform/db/connect.ts'
import type { UpstreamFileRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Registry } from '../registry.ts'

export interface Validators {
  url: string
  etag: string
  lastModified: string
  checkedAt: Date
}

const most = 50_000

export class ValidatorMemory {
  readonly #known = new Map<string, Validators>()

  get(nodeId: string): Validators | undefined {
    return this.#known.get(nodeId)
  }

  set(nodeId: string, validators: Validators): void {
    if (this.#known.size >= most) this.#known.clear()
    this.#known.set(nodeId, validators)
  }
}

/** Undefined for a file that did not come from an upstream. */
export async function findValidators(registry: Registry, nodeId: string): Promise<Validators | undefined> {
  const row = await registry.database.db
    .selectFrom('upstream_files')
    .selectAll()
    .where('node_id', '=', nodeId)
    .executeTakeFirst()
  if (!row) return undefined
  const { url, etag } = row
  const found = { url, etag, lastModified: row.last_modified, checkedAt: new Date(row.checked_at) }
  registry.remotes.validators.set(nodeId, found)
  return found
}

/** In the transaction that writes the file. */
export async function saveValidators(db: Db, nodeId: string, given: Validators): Promise<void> {
  const row: UpstreamFileRow = {
    node_id: nodeId,
    url: given.url,
    etag: given.etag,
    last_modified: given.lastModified,
    checked_at: given.checkedAt.toISOString(),
  }
  await db
    .insertInto('upstream_files')
    .values(row)
    .onConflict((on) => on.column('node_id').doUpdateSet(row))
    .execute()
}

/** The upstream was asked, and the file is still the one. */
export async function confirm(
  registry: Registry,
  nodeId: string,
  known: Validators,
  checkedAt: Date,
): Promise<void> {
  await transaction(registry.database, (db) =>
    db
      .updateTable('upstream_files')
      .set({ checked_at: checkedAt.toISOString() })
      .where('node_id', '=', nodeId)
      .execute(),
  )
  registry.remotes.validators.set(nodeId, { ...known, checkedAt })
}
