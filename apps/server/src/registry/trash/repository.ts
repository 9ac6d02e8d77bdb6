// The trash can: a repository that comes with the installation. What is deleted elsewhere lies in it for a while, at
// `<key of the repository>/<path>`.
import { z } from 'zod'
import { conflict } from '../../platform/errors.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import { trashKey } from '../../access/rules/rules.ts'
import type { Registry } from '../registry.ts'
import { findRepository, isLocal, type Repository } from '../repositories.ts'

export { trashKey }

export const trashSettings = liveSetting(
  'trash',
  z.object({
    isOn: z.boolean().default(true),
    /** How long it is kept. */
    days: z.number().default(14),
  }),
)

export const isTrash = ({ key }: Pick<Repository, 'key'>): boolean => key === trashKey

/** While the trash can is on; what was fetched can be fetched again. */
export const goesToTrash = (repository: Repository): boolean =>
  isLocal(repository) && !repository.isCache && !isTrash(repository)

/** Where what is deleted there goes; undefined when it goes for good. */
export async function findTrash(registry: Registry, repository: Repository): Promise<Repository | undefined> {
  if (!goesToTrash(repository)) return undefined
  const { isOn } = await registry.access.live.get(trashSettings)
  return isOn ? findRepository(registry, trashKey) : undefined
}

export async function getTrash(registry: Registry): Promise<Repository> {
  const found = await findRepository(registry, trashKey)
  if (!found) throw new Error('the trash can is missing')
  return found
}

export function refuseTrash(repository: Pick<Repository, 'key'>): void {
  if (isTrash(repository))
    throw conflict('The trash can takes only what is deleted elsewhere, and gives it back by restoring.')
}
