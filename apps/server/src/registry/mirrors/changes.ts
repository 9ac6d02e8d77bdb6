// Paths at which a mirror may differ. A change is a path to look at again, never a step to repeat: what is sent is what lies
// there when its turn comes, so that order, repetition and a crash in between do no harm.
import type { Db } from '../../platform/db/connect.ts'
import type { MirrorChangeRow } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'

export interface Change {
  path: string
  noted: string
  /** The repositories that it came through, as `<installation>/<key>`. */
  origins: readonly string[]
  after: string
}

const page = 500

/** Inside a transaction. The newest of several changes of a path says where it came from. */
export async function noteChanges(
  db: Db,
  mirrorId: string,
  paths: readonly string[],
  origins: readonly string[] = [],
): Promise<void> {
  const rows = [...new Set(paths)].map((path): MirrorChangeRow => ({
    mirror_id: mirrorId,
    path,
    noted: newId(),
    origins: JSON.stringify(origins),
    after: '',
  }))
  if (rows.length === 0) return
  await db
    .insertInto('mirror_changes')
    .values(rows)
    .onConflict((on) =>
      on.columns(['mirror_id', 'path']).doUpdateSet((update) => ({
        noted: update.ref('excluded.noted'),
        origins: update.ref('excluded.origins'),
        after: '',
      })),
    )
    .execute()
}

/** The oldest. */
export async function nextChanges(db: Db, mirrorId: string): Promise<Change[]> {
  const rows = await db
    .selectFrom('mirror_changes')
    .selectAll()
    .where('mirror_id', '=', mirrorId)
    .orderBy('noted')
    .limit(page)
    .execute()
  // Only noteChanges writes them.
  return rows.map((row) => ({ ...row, origins: JSON.parse(row.origins) as string[] }))
}

/** Inside a transaction. What was noted again meanwhile stays. */
export async function forgetChanges(
  db: Db,
  mirrorId: string,
  changes: readonly Pick<Change, 'noted'>[],
): Promise<void> {
  if (changes.length === 0) return
  await db
    .deleteFrom('mirror_changes')
    .where('mirror_id', '=', mirrorId)
    .where(
      'noted',
      'in',
      changes.map(({ noted }) => noted),
    )
    .execute()
}

/** Inside a transaction: how far a tree has come, for whoever goes on after a restart. */
export async function keepPlace(db: Db, mirrorId: string, { noted }: Change, after: string): Promise<void> {
  await db
    .updateTable('mirror_changes')
    .set({ after })
    .where('mirror_id', '=', mirrorId)
    .where('noted', '=', noted)
    .execute()
}
