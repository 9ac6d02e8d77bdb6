// The repositories that answer for one, parted into those whose packages lie here and those whose upstream can be asked, for
// questions that are about many packages at once.
import { can } from '../../access/rules/permissions.ts'
import { AppError } from '../../platform/errors.ts'
import { isLocal, type Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { membersOf } from './members.ts'

interface Sources {
  /** All of them, whatever the reader may read there. */
  locals: Repository[]
  /** Those that the reader may read something in. */
  remotes: Repository[]
}

export async function sourcesOf({ registry, repository, actor }: RegistryRequest): Promise<Sources> {
  const members = (await membersOf(registry, repository)).filter((one) => !one.config.blackedOut)
  const isHere = (one: Repository) => isLocal(one) || one.isCache === true
  return {
    locals: members.filter(isHere),
    remotes: members.filter((one) => !isHere(one) && can(actor, 'read', one)),
  }
}

/** Those of the names that a local member has: they are not a remote one's to speak about, nor an upstream's to hear of. */
export async function namesHeldHere(
  { registry }: RegistryRequest,
  locals: readonly Repository[],
  names: readonly string[],
): Promise<Set<string>> {
  const held = new Set<string>()
  if (locals.length === 0) return held
  for (let start = 0; start < names.length; start += 500) {
    const rows = await registry.database.db
      .selectFrom('packages')
      .select('name')
      .where(
        'repository_id',
        'in',
        locals.map(({ id }) => id),
      )
      .where('name', 'in', names.slice(start, start + 500))
      .execute()
    for (const { name } of rows) held.add(name)
  }
  return held
}

/** What each remote one answers. One that fails is passed over, unless nobody else answered. */
export async function askEach<T>(
  remotes: readonly Repository[],
  ask: (remote: Repository) => Promise<T | undefined>,
): Promise<T[]> {
  const asked = await Promise.allSettled(remotes.map(ask))
  const answers = asked.flatMap((one) =>
    one.status === 'fulfilled' && one.value !== undefined ? [one.value] : [],
  )
  const failure = asked.find((one) => one.status === 'rejected')
  if (failure && (answers.length === 0 || !(failure.reason instanceof AppError))) throw failure.reason
  return answers
}
