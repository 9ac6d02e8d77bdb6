// Every migration, in the order in which they run. One line each; a released one is never changed or moved.
import { foundation } from './0001-foundation.ts'
import { identity } from './0002-identity.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [foundation, identity]
