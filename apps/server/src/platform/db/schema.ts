// Every table, described once for the compiler. A test compares it with both engines after migrating.
// Portable columns: text ids, ISO text timestamps in UTC, integers below 2^53, JSON as text, booleans as 0 and 1.
import type { PeopleTables } from './tables/people.ts'
import type { TokensTables } from './tables/tokens.ts'
import type { RightsTables } from './tables/rights.ts'
import type { ArtifactsTables } from './tables/artifacts.ts'
import type { InstallationTables } from './tables/installation.ts'
import type { BuildsTables } from './tables/builds.ts'
import type { SearchTables } from './tables/search.ts'
import type { KeyTables } from './tables/keys.ts'
import type { RemotesTables } from './tables/remotes.ts'
import type { FollowsTables } from './tables/follows.ts'
import type { StorageCareTables } from './tables/storage-care.ts'

export type * from './tables/people.ts'
export type * from './tables/tokens.ts'
export type * from './tables/rights.ts'
export type * from './tables/artifacts.ts'
export type * from './tables/installation.ts'
export type * from './tables/builds.ts'
export type * from './tables/search.ts'
export type * from './tables/keys.ts'
export type * from './tables/remotes.ts'
export type * from './tables/follows.ts'
export type * from './tables/storage-care.ts'

export interface Schema
  extends
    PeopleTables,
    TokensTables,
    RightsTables,
    ArtifactsTables,
    InstallationTables,
    BuildsTables,
    SearchTables,
    KeyTables,
    RemotesTables,
    FollowsTables,
    StorageCareTables {}
