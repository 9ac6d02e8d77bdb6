// The quota of a project, where it is more than a warning: what does not fit any more is refused. The kept sum and what was
// admitted since decide, so that a publish costs no query. What was written over or deleted meanwhile is not known, so the
// files are counted again before anything is refused.
import type { Database } from '../../platform/db/connect.ts'
import { AppError } from '../../platform/errors.ts'
import type { Guard } from '../../registry/guards.ts'
import type { Services } from '../feature.ts'

interface Limited {
  project: string
  quota: number
  bytes: number
  calculatedAt: string
}

interface Known {
  readAt: number
  limits: Promise<Map<string, Limited>>
}

const keptFor = 5000
const known = new WeakMap<Database, Known>()

type Recount = (project: string) => Promise<void>

export function quotaGuard({ database, clock }: Services, recount: Recount): Guard {
  const admitted = new Map<string, { since: string; bytes: number }>()
  const recountSeldom = seldom(recount)
  const admits = async (repositoryId: string, size: number): Promise<true | Limited> => {
    const limit = (await limitsOf(database, clock.now().getTime())).get(repositoryId)
    if (!limit) return true
    const { project, calculatedAt: since } = limit
    const kept = admitted.get(project)
    const bytes = (kept?.since === since ? kept.bytes : 0) + size
    if (limit.bytes + bytes > limit.quota) return limit
    admitted.set(project, { since, bytes })
    return true
  }
  return {
    name: 'project quota',
    async beforeStore({ repository, size }) {
      const limit = await admits(repository.id, size)
      if (limit === true) return
      await recountSeldom(limit.project)
      if ((await admits(repository.id, size)) === true) return
      throw new AppError(
        'storage-full',
        `The project ${limit.project} has used up its storage quota. Delete what is not needed, or ask an administrator to raise the quota.`,
      )
    },
  }
}

/** Counting takes at most a twentieth of the time, however often a full project is written to; who comes meanwhile waits for it. */
function seldom(recount: Recount): Recount {
  const counts = new Map<string, { done: Promise<void>; notBefore: number }>()
  return (project) => {
    const last = counts.get(project)
    if (last && performance.now() < last.notBefore) return last.done
    const begun = performance.now()
    const count = { done: recount(project), notBefore: Number.POSITIVE_INFINITY }
    const settle = () => {
      const now = performance.now()
      count.notBefore = now + 20 * (now - begun)
    }
    count.done.then(settle, settle)
    counts.set(project, count)
    return count.done
  }
}

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
    .select('project_storage.calculated_at')
    .where('projects.storage_quota', '>=', 0)
    .where('projects.is_soft_limit', '=', 0)
    .where('project_storage.bytes', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        project: row.key,
        quota: row.storage_quota,
        bytes: row.bytes ?? 0,
        calculatedAt: row.calculated_at ?? '',
      },
    ]),
  )
}
