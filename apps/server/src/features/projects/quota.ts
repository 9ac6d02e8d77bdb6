// The quota of a project, where it is more than a warning: what does not fit any more is refused. The kept sums decide,
// and they are read at most every few seconds, so that a publish costs no query. A quota is therefore no exact line:
// what arrives between two sums is seen by the next.
import type { Database } from '../../platform/db/connect.ts'
import { AppError } from '../../platform/errors.ts'
import type { Guard } from '../../registry/guards.ts'
import type { Services } from '../feature.ts'

interface Limited {
  project: string
  quota: number
  bytes: number
}

interface Known {
  readAt: number
  limits: Promise<Map<string, Limited>>
}

const keptFor = 5000
const known = new WeakMap<Database, Known>()

export const quotaGuard = ({ database, clock }: Services): Guard => ({
  name: 'project quota',
  async beforeStore({ repository, size }) {
    const limit = (await limitsOf(database, clock.now().getTime())).get(repository.id)
    if (limit === undefined || limit.bytes + size <= limit.quota) return
    throw new AppError(
      'storage-full',
      `The project ${limit.project} has used up its storage quota. Delete what is not needed, or ask an administrator to raise the quota.`,
    )
  },
})

/** After a sum or a quota changed here; other nodes see it within seconds. */
export const forgetLimits = (database: Database): void => void known.delete(database)

function limitsOf(database: Database, now: number): Promise<Map<string, Limited>> {
  const kept = known.get(database)
  if (kept !== undefined && now - kept.readAt < keptFor) return kept.limits
  const limits = readLimits(database)
  known.set(database, { readAt: now, limits })
  // The next one asks again.
  limits.catch(() => known.delete(database))
  return limits
}

async function readLimits({ db }: Database): Promise<Map<string, Limited>> {
  const rows = await db
    .selectFrom('projects')
    .innerJoin('project_storage', 'project_storage.project_key', 'projects.key')
    .innerJoin('repositories', 'repositories.project_key', 'projects.key')
    .select(['repositories.id', 'projects.key', 'projects.storage_quota', 'project_storage.bytes'])
    .where('projects.storage_quota', '>=', 0)
    .where('projects.is_soft_limit', '=', 0)
    .where('project_storage.bytes', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { project: row.key, quota: row.storage_quota, bytes: row.bytes ?? 0 }]),
  )
}
