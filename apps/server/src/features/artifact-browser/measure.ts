// How much is below a folder, counted when somebody asks, in steps, so that a large one stops nobody meanwhile.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FolderSize } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Services } from '../feature.ts'
import { findPlace, maySee, type Asked } from '../../registry/places.ts'

const step = 5_000
const mostSteps = 200

export async function measureFolder(services: Services, actor: Actor, asked: Asked): Promise<FolderSize> {
  const { members, path } = await findPlace(services, actor, asked)
  const size: FolderSize = { files: 0, folders: 0, bytes: 0, isCut: false }
  let steps = 0
  for (const member of members)
    for await (const rows of nodesBelow(services.database.db, member.id, path)) {
      if (steps++ === mostSteps) return { ...size, isCut: true }
      for (const row of rows.filter((one) => maySee(actor, member, one))) {
        size[row.kind === 'folder' ? 'folders' : 'files'] += 1
        size.bytes += row.size
      }
    }
  return size
}

/** In the order of the unique key of repository and path. */
async function* nodesBelow(db: Db, repositoryId: string, path: string) {
  // '0' is the character after '/'.
  const end = path === '' ? undefined : `${path}0`
  for (let after = path === '' ? '' : `${path}/`; ;) {
    let query = db
      .selectFrom('nodes')
      .select(['path', 'kind', 'size'])
      .where('repository_id', '=', repositoryId)
      .where('path', '>', after)
      .orderBy('path')
      .limit(step)
    if (end !== undefined) query = query.where('path', '<', end)
    const rows = await query.execute()
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < step) return
    after = last.path
    await nextTurn()
  }
}
