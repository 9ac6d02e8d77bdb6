import type { Actor } from '../../access/actor.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

/** The virtual repositories through which one reaches what this one holds. */
export const listReaching = (
  _services: Services,
  _actor: Actor,
  _repository: Repository,
): Promise<string[]> => Promise.resolve([])
