// Sums over everything, made by repository once for all readers; each gets those of the repositories they may read all of.
// What somebody may read in parts only is left out: the sum would tell of the other parts.
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { canEverywhere } from '../../access/rules/permissions.ts'
import { KeptAnswers } from '../../platform/kept-answers.ts'
import { listRepositories } from '../../registry/repositories.ts'
import { measureRepository } from '../../registry/repository-size.ts'
import type { Services } from '../feature.ts'

const days = 14
const dayLength = 86_400_000

interface Kept {
  files: KeptAnswers<number>
  downloads: KeptAnswers<Map<string, number[]>>
}

const keptBy = new WeakMap<Services, Kept>()

function keptOf(services: Services): Kept {
  const kept = keptBy.get(services) ?? { files: new KeptAnswers(), downloads: new KeptAnswers() }
  keptBy.set(services, kept)
  return kept
}

/** In one repository after the other, each in steps: nobody waits for a large one. */
export async function countArtifacts(services: Services, actor: Actor): Promise<number> {
  const { files } = keptOf(services)
  let sum = 0
  for (const id of await readWholly(services, actor))
    sum += await files.get(id, async () => (await measureRepository(services.database.db, id)).files)
  return sum
}

export async function countDownloads(
  services: Services,
  actor: Actor,
): Promise<{ today: number; byDay: number[] }> {
  const today = dayOf(services.clock.now())
  const byRepository = await keptOf(services).downloads.get(today, () => readDownloads(services))
  const byDay = Array<number>(days).fill(0)
  for (const id of await readWholly(services, actor))
    for (const [index, count] of (byRepository.get(id) ?? []).entries())
      byDay[index] = (byDay[index] ?? 0) + count
  return { today: byDay.at(-1) ?? 0, byDay }
}

async function readWholly(services: Services, actor: Actor): Promise<string[]> {
  const all = await listRepositories(services.registry)
  return all.filter((repository) => canEverywhere(actor, 'read', repository)).map(({ id }) => id)
}

async function readDownloads({ database, clock }: Services): Promise<Map<string, number[]>> {
  const firstDay = dayOf(new Date(clock.now().getTime() - (days - 1) * dayLength))
  const rows = await database.db
    .selectFrom('downloads')
    .innerJoin('packages', 'packages.id', 'downloads.package_id')
    .select(['packages.repository_id', 'downloads.day', sql<number>`sum(downloads.count)`.as('count')])
    .where('downloads.day', '>=', firstDay)
    .groupBy(['packages.repository_id', 'downloads.day'])
    .execute()
  const byRepository = new Map<string, number[]>()
  for (const { repository_id: id, day, count } of rows) {
    const counts = byRepository.get(id) ?? Array<number>(days).fill(0)
    byRepository.set(id, counts)
    const index = Math.round((Date.parse(day) - Date.parse(firstDay)) / dayLength)
    if (index < days) counts[index] = Number(count)
  }
  return byRepository
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
