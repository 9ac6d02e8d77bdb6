// Whether what the cache holds is still good, and fetching it when it is not. When the upstream fails, or takes long, what is
// there is served.
import { setTimeout as delay } from 'node:timers/promises'
import { can, decide } from '../../access/rules/permissions.ts'
import { AppError, forbidden, quote } from '../../platform/errors.ts'
import type { FileNode } from '../file-nodes.ts'
import { remoteConfig } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { isRoundTrip } from './address.ts'
import { UpstreamFailure } from './failure.ts'
import { fillCache, missKey, type Filling, type WantedFile } from './fill.ts'
import { findValidators, type Validators } from './validators.ts'
import { isZapped } from './zap.ts'

/** The cached file while it is good, the file that is being fetched, or undefined when there is none. */
export async function freshFile(
  request: RegistryRequest,
  path: string,
  cached: FileNode | undefined,
  want: () => Promise<WantedFile>,
): Promise<FileNode | Filling | undefined> {
  const { registry, repository: remote, actor } = request
  if (!cached && isKnownMissing(request, path)) return undefined
  const validators = cached && (await validatorsOf(request, cached))
  if (cached && (validators === undefined || isFresh(request, validators) || isRoundTrip(request)))
    return cached
  if (!cached) requireCaching(request, path)
  if (isRoundTrip(request)) throw goingRound(request)
  try {
    const known = cached && validators && { file: cached, validators }
    const filling = fillCache(registry, actor, remote, { ...(await want()), known })
    return cached ? await refreshed(request, filling, cached) : filling
  } catch (error) {
    if (!cached || !(error instanceof UpstreamFailure) || remoteConfig(remote).hardFail) throw error
    return cached
  }
}

/** As Artifactory has it: readers get what is cached; putting something new there takes the right to deploy. */
export function requireCaching({ actor, repository }: RegistryRequest, path: string): void {
  if (can(actor, 'deploy', repository, path)) return
  const decision = decide(actor, 'deploy', repository, path)
  throw forbidden(
    `${quote(path)} is not in the cache of ${repository.key}, and fetching it needs the right to deploy (to the cache). ${decision.allowed ? '' : decision.why}`,
  )
}

export const isKnownMissing = ({ registry, repository }: RegistryRequest, path: string) =>
  registry.remotes.misses.has(missKey(repository, path), registry.clock.now())

// Readers of something that is there do not wait for a slow upstream; it is brought up to date behind their backs.
const patienceMs = 3_000

async function refreshed(
  request: RegistryRequest,
  filling: Filling,
  cached: FileNode,
): Promise<FileNode | undefined> {
  if (remoteConfig(request.repository).hardFail) return filling.done
  const stop = new AbortController()
  const late = delay(patienceMs, cached, { signal: stop.signal, ref: false }).catch(() => cached)
  return Promise.race([filling.done, late]).finally(() => stop.abort())
}

async function validatorsOf({ registry }: RegistryRequest, file: FileNode): Promise<Validators | undefined> {
  return registry.remotes.validators.get(file.id) ?? findValidators(registry, file.id)
}

function isFresh({ registry, repository }: RegistryRequest, { checkedAt }: Validators): boolean {
  if (isZapped(repository, checkedAt)) return false
  const age = registry.clock.now().getTime() - checkedAt.getTime()
  return age < remoteConfig(repository).retrievalCachePeriodSecs * 1000
}

const goingRound = ({ repository }: RegistryRequest) =>
  new AppError(
    'not-found',
    `The upstream of ${repository.key} leads back here. Give the remote repository another address.`,
  )
