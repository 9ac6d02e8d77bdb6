// What is asked before a file is accepted or served. A feature (scanning, quota, quarantine) adds a guard; every format
// obeys without knowing. A guard refuses by throwing an AppError that says which rule decided.
import type { Actor } from '../access/actor.ts'
import type { Description } from './format.ts'
import type { Repository } from './repositories.ts'

export interface Guard {
  name: string
  beforeStore?(file: GuardedFile): Promise<void>
  beforeServe?(file: GuardedFile): Promise<void>
}

interface GuardedFile {
  actor: Actor
  repository: Repository
  path: string
  sha256: string
  size: number
  description?: Description | undefined
}

export const isGuarded = (guards: readonly Guard[], moment: 'beforeStore' | 'beforeServe'): boolean =>
  guards.some((guard) => guard[moment] !== undefined)

export async function askGuards(
  guards: readonly Guard[],
  moment: 'beforeStore' | 'beforeServe',
  file: GuardedFile,
): Promise<void> {
  for (const guard of guards) await guard[moment]?.(file)
}
