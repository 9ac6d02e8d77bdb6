// Every migration, in the order in which they run. One line each; a released one is never changed or moved.
import { foundation } from './0001-foundation.ts'
import { identity } from './0002-identity.ts'
import { signIn } from './0003-sign-in.ts'
import { permissions } from './0004-permissions.ts'
import { tokens } from './0005-tokens.ts'
import { providers } from './0006-providers.ts'
import { projects } from './0008-projects.ts'
import { transfers } from './0009-transfers.ts'
import { projectStorage } from './0012-project-storage.ts'
import { proxies } from './0010-proxies.ts'
import { storage } from './0011-storage.ts'
import { publishing } from './0013-publishing.ts'
import { contact } from './0014-contact.ts'
import { downloadsByDay } from './0018-downloads-by-day.ts'
import { builds } from './0030-builds.ts'
import { search } from './0027-search.ts'
import { remotes } from './0022-remotes.ts'
import { names } from './0032-names.ts'
import { garbage } from './0033-garbage.ts'
import { uploads } from './0024-uploads.ts'
import { trash } from './0025-trash.ts'
import { upstreamHealth } from './0040-upstream-health.ts'
import { replications } from './0041-replications.ts'
import { countedAt } from './0051-counted-at.ts'
import { declaredSums } from './0060-declared-sums.ts'
import { keyPairs } from './0061-key-pairs.ts'
import { clientCertificates } from './0064-client-certificates.ts'
import { jobProgress } from './0065-job-progress.ts'
import { mirrors } from './0067-mirrors.ts'
import { federation } from './0068-federation.ts'
import { largeFiles } from './0070-large-files.ts'
import { trashedOnly } from './0074-trashed-only.ts'
import { nodeSums } from './0080-node-sums.ts'
import { propertyRepositories } from './0081-property-repositories.ts'
import { nameParts } from './0082-name-parts.ts'
import { follows } from './0085-follows.ts'
import { sshKeys } from './0090-ssh-keys.ts'
import { zappedCaches } from './0091-zapped-caches.ts'
import { cacheHits } from './0092-cache-hits.ts'
import type { Migration } from './migration.ts'

export const migrations: readonly Migration[] = [
  foundation,
  identity,
  signIn,
  permissions,
  tokens,
  providers,
  projects,
  transfers,
  projectStorage,
  proxies,
  storage,
  publishing,
  contact,
  downloadsByDay,
  builds,
  search,
  remotes,
  names,
  garbage,
  uploads,
  trash,
  upstreamHealth,
  replications,
  countedAt,
  declaredSums,
  keyPairs,
  clientCertificates,
  jobProgress,
  mirrors,
  federation,
  largeFiles,
  trashedOnly,
  nodeSums,
  propertyRepositories,
  nameParts,
  follows,
  sshKeys,
  zappedCaches,
  cacheHits,
]
