// What is said of one member of a virtual repository when somebody wants to know who answers. Pure.
import { decide } from '../../access/rules/permissions.ts'
import { handlesPath } from '../patterns.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'

export interface Told {
  outcome: 'answers' | 'missing' | 'failed' | 'skipped'
  sentence: string
  /** Its failure is the answer to the whole request. */
  isEnd?: boolean
}

export const skipped = (sentence: string): Told => ({ outcome: 'skipped', sentence })

/** Why a member is not asked, whatever it has. */
export function barrierOf(
  { actor }: RegistryRequest,
  member: Repository,
  path: string,
  isTaking: boolean,
): Told | undefined {
  if (member.config.blackedOut) return skipped('Not asked: it is closed.')
  if (!isTaking)
    return skipped(
      'Not asked: a local member has this name, and names of local members are not taken from remote ones.',
    )
  if (!handlesPath(member, path))
    return skipped('Not asked: its include and exclude patterns leave this out.')
  const decision = decide(actor, 'read', member, path)
  return decision.allowed ? undefined : skipped(`Not asked for you: ${decision.why}`)
}
