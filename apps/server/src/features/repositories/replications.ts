// The replications of repositories: kept, read back and removed. How they run is the engine's (registry/mirrors).
import { audit, type Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { requireProxies } from '../../registry/config/check.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { forgetGone, mirrorsOf, readReplications, secretContext } from '../../registry/mirrors/mirror.ts'
import { requestRun } from '../../registry/mirrors/request.ts'
import { readReplication, type Given, type Replication } from '../../registry/mirrors/replication.ts'
import { forgetStates, planRun } from '../../registry/mirrors/state.ts'

export async function listReplications({ database }: Services, repository: Repository): Promise<Given[]> {
  const kept = await readReplications(database.db, repository)
  if (kept.length === 0) throw notFound('replication of', repository.key)
  return kept.map(({ password: _, ...rest }) => ({ ...rest, password: '', repoKey: repository.key }))
}

/** `all`: these and no others. `before`: the address of one that goes for it. */
export async function saveReplications(
  { access, clock, database, registry }: Services,
  by: Doer,
  repository: Repository,
  given: readonly Given[],
  { all, before: replaced }: { all: boolean; before?: string | undefined },
): Promise<void> {
  await transaction(database, async (db) => {
    if (database.isShared) await takeTurns(db, repository)
    const before = await readReplications(db, repository)
    const wanted = given.map((one): Replication => {
      const known = before.find(({ url }) => url === (one['url'] ?? url))
      const read = readReplication(repository, one, known ?? before.find(({ url }) => url === replaced))
      return { ...read, ...sealed(access, repository, one['password'], known) }
    })
    await requireProxies(
      db,
      wanted.map((one) => ({ proxy: one.proxyRef })),
    )
    const isGone = (url: string) => all || url === replaced || wanted.some((one) => one.url === url)
    const gone = before.filter(({ url }) => isGone(url))
    await removeKept(db, repository, gone)
    const rows = wanted.map((one) => ({
      repository_id: repository.id,
      url: one.url,
      settings: JSON.stringify(one),
    }))
    if (new Set(rows.map(({ url }) => url)).size < rows.length)
      throw conflict('Two replications lead to the same address.')
    await db.insertInto('replications').values(rows).execute()
    const mirrors = await mirrorsOf(registry, db, repository)
    await forgetStates(db, repository, mirrors)
    for (const mirror of mirrors) await planRun(db, mirror, clock.now())
    await audit(access, db, by, { kind: 'repository.replications-saved', target: repository.key })
  })
}

/** Two who save follow each other: the second finds what the first has kept. Uploads go on. */
const takeTurns = (db: Db, { id }: Repository) =>
  db.selectFrom('repositories').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Compares everything with all mirrors that are switched on. */
export async function runMirrors({ database, registry }: Services, repository: Repository): Promise<void> {
  const mirrors = await mirrorsOf(registry, database.db, repository)
  const enabled = mirrors.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0) throw conflict(`The mirrors of ${repository.key} are switched off.`)
  await requestRun(registry, enabled)
}

export async function removeReplications(
  { access, database, registry }: Services,
  by: Doer,
  repository: Repository,
  url: string | undefined,
): Promise<void> {
  await transaction(database, async (db) => {
    const kept = await readReplications(db, repository)
    const gone = kept.filter((one) => url === undefined || one.url === url)
    if (gone.length === 0) throw notFound('replication of', repository.key)
    await removeKept(db, repository, gone)
    await forgetGone(db, registry, repository)
    await audit(access, db, by, { kind: 'repository.replications-removed', target: repository.key })
  })
}

async function removeKept(db: Db, { id }: Repository, gone: readonly Replication[]): Promise<void> {
  if (gone.length === 0) return
  await db
    .deleteFrom('replications')
    .where('repository_id', '=', id)
    .where(
      'url',
      'in',
      gone.map(({ url }) => url),
    )
    .execute()
}

/** Left out, the stored one stays: it is kept by address, so that no other server is told it. Null takes it away. */
function sealed(
  { vault }: Services['access'],
  repository: Repository,
  password: unknown,
  known: Replication | undefined,
): { password?: string } {
  if (typeof password === 'string' && password !== '')
    return { password: vault.seal(password, secretContext(repository)) }
  return password === null || known?.password === undefined ? {} : { password: known.password }
}
