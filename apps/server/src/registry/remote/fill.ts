// Fetching one file of an upstream into the cache: once, however many want it. The bytes go to the store while they are
// hashed; whoever waits reads what is there already. Nothing is kept that is not what was announced.
import { systemActor, type Actor } from '../../access/actor.ts'
import type { GrowingFile } from '../../platform/blobs/growing-file.ts'
import type { StagedBlob, StoredBlob } from '../../platform/blobs/blob-store.ts'
import { AppError } from '../../platform/errors.ts'
import { storeFile } from '../files.ts'
import type { FileNode } from '../file-nodes.ts'
import { formatOf, type Registry } from '../registry.ts'
import { remoteConfig, type Repository } from '../repositories.ts'
import { Arrival } from './arrival.ts'
import { askUpstream, type Answer } from './ask.ts'
import { announcedSize, declaredDigests, findMismatch, isForeignPage, type ExpectedDigests } from './check.ts'
import { UpstreamFailure, wrongBytes } from './failure.ts'
import { synchronisedProperties } from './synchronised.ts'
import { confirm, saveValidators, type Validators } from './validators.ts'

export interface WantedFile {
  path: string
  /** Where the upstream keeps it. */
  address: string
  headers?: Record<string, string>
  /** The largest that is taken. */
  limit: number
  /** What of it is kept, and how much that may be, when it is not to be kept as it comes. */
  trim?: { pass(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>; limit: number } | undefined
  expected?: ExpectedDigests
  properties?: ReadonlyMap<string, readonly string[]>
  /** Looks at what came before it is kept; throws when it is not what was wanted. */
  check?(staged: StagedBlob): Promise<void>
  /** What the cache holds, when it is only to be asked whether that changed. */
  known?: { file: FileNode; validators: Validators } | undefined
}

/** A part of the file, while the rest is on its way. */
export interface Growing {
  bytes: GrowingFile
  size: number | undefined
}

export interface Filling {
  /** As soon as a part can be read; undefined when `done` comes before that. */
  growing: Promise<Growing | undefined>
  /** The file as it lies in the cache then; undefined when the upstream has none. */
  done: Promise<FileNode | undefined>
}

/** Another one once the caches were zapped: nobody joins who asked before, and what was missing then is asked for. */
export const missKey = ({ id, zappedAt }: Repository, path: string) =>
  `${id} ${zappedAt?.getTime() ?? ''}/${path}`

/** Joins whoever fetches this file already. */
export function fillCache(registry: Registry, actor: Actor, remote: Repository, wanted: WantedFile): Filling {
  const { fillings } = registry.remotes
  const key = missKey(remote, wanted.path)
  const running = fillings.get(key)
  if (running) return running
  const growing = Promise.withResolvers<Growing | undefined>()
  const done = fetchFile(registry, actor, remote, wanted, growing.resolve).finally(() => {
    fillings.delete(key)
    growing.resolve(undefined)
  })
  // Looked at by whoever waits; nobody may be waiting any more.
  done.catch(() => {})
  const filling = { growing: growing.promise, done }
  fillings.set(key, filling)
  return filling
}

type Started = (growing: Growing) => void

async function fetchFile(
  registry: Registry,
  actor: Actor,
  remote: Repository,
  wanted: WantedFile,
  started: Started,
): Promise<FileNode | undefined> {
  const { known } = wanted
  const answer = await askUpstream(registry, remote, {
    address: wanted.address,
    headers: { ...wanted.headers, ...conditionsOf(known?.validators) },
  })
  if (answer.status === 200) return takeBody(registry, actor, remote, wanted, answer, started)
  await answer.drop()
  if (answer.status === 304 && known) return confirmed(registry, known, answer)
  if (answer.status === 404 || answer.status === 410) return noteMissing(registry, remote, wanted, answer)
  throw refusedBy(remote, wanted, answer.status)
}

/** What was fetched once stays, also when the upstream has lost it. */
async function noteMissing(
  registry: Registry,
  remote: Repository,
  { path, known }: WantedFile,
  answer: Answer,
): Promise<FileNode | undefined> {
  if (known) return confirmed(registry, known, answer)
  const { missedRetrievalCachePeriodSecs } = remoteConfig(remote)
  registry.remotes.misses.add(missKey(remote, path), registry.clock.now(), missedRetrievalCachePeriodSecs)
  return undefined
}

async function confirmed(
  registry: Registry,
  { file, validators }: NonNullable<WantedFile['known']>,
  { askedAt }: Answer,
): Promise<FileNode> {
  await confirm(registry, file.id, validators, askedAt)
  return file
}

async function takeBody(
  registry: Registry,
  actor: Actor,
  remote: Repository,
  wanted: WantedFile,
  answer: Answer,
  started: Started,
): Promise<FileNode> {
  const { path, trim } = wanted
  const size = announcedSize(answer.headers)
  const problem = problemOf(remote, wanted, answer, size)
  if (problem !== undefined) {
    await answer.drop()
    throw wrongBytes(remote, path, problem)
  }
  let bytes: GrowingFile | undefined
  const watch = (growing: GrowingFile) => {
    bytes = growing
    started({ bytes: growing, size: trim ? undefined : size })
  }
  try {
    const sha512 = formatOf(registry, remote).needsSha512
    const arrival = trim && new Arrival(answer.body, declaredDigests(answer.headers), wanted.limit)
    const body = arrival ? trim.pass(arrival.bytes()) : answer.body
    const staged = await registry.blobs
      .stage(body, { limit: trim?.limit ?? wanted.limit, watch, sha512 })
      .catch((error: unknown) => {
        throw asUpstreamFailure(registry, remote, path, error)
      })
    const arrived = arrival?.whole() ?? staged
    const file = await keep(registry, actor, remote, wanted, answer, { staged, arrived })
    bytes?.complete()
    return file
  } catch (error) {
    bytes?.fail(error)
    throw error
  }
}

function problemOf(
  remote: Repository,
  { path, limit }: WantedFile,
  { headers }: Answer,
  size: number | undefined,
): string | undefined {
  if (isForeignPage(remoteConfig(remote), path, headers.get('content-type')))
    return 'it sent a web page instead of the file.'
  if (size !== undefined && size > limit) return `it has ${size} bytes; the limit here is ${limit}.`
  return undefined
}

async function keep(
  registry: Registry,
  actor: Actor,
  remote: Repository,
  wanted: WantedFile,
  answer: Answer,
  { staged, arrived }: { staged: StagedBlob; arrived: Partial<StoredBlob> },
): Promise<FileNode> {
  let { properties } = wanted
  try {
    const mismatch =
      findMismatch(arrived, declaredDigests(answer.headers), announcedSize(answer.headers)) ??
      findMismatch(staged, wanted.expected ?? {}, undefined)
    if (mismatch !== undefined) throw noted(registry, remote, wrongBytes(remote, wanted.path, mismatch))
    await wanted.check?.(staged)
    properties = await synchronisedProperties(registry, remote, wanted)
  } catch (error) {
    await staged.discard()
    throw error
  }
  const validators: Validators = {
    url: wanted.address,
    etag: answer.headers.get('etag') ?? '',
    lastModified: answer.headers.get('last-modified') ?? '',
    checkedAt: answer.askedAt,
  }
  const file = await storeFile(registry, {
    // Whoever asks first puts a file into the cache; keeping it fresh is the server's own work.
    actor: wanted.known ? systemActor : actor,
    repository: remote,
    path: wanted.path,
    staged,
    onConflict: 'overwrite',
    isFetched: true,
    ...(properties && { properties }),
    also: (db, nodeId) => saveValidators(db, nodeId, validators),
  })
  registry.remotes.validators.set(file.id, validators)
  return file
}

/** Staging fails by its limit, by our disk, or because the upstream broke off: only the last is for its health. */
function asUpstreamFailure(registry: Registry, remote: Repository, path: string, error: unknown): unknown {
  if (error instanceof UpstreamFailure) return noted(registry, remote, error)
  if (error instanceof AppError && error.code === 'too-large') return wrongBytes(remote, path, error.message)
  return error
}

function noted(registry: Registry, remote: Repository, failure: UpstreamFailure): UpstreamFailure {
  registry.remotes.healths.failed(remote, registry.clock.now(), failure)
  registry.database.log.warn('An upstream failed', { repository: remote.key, why: failure.message })
  return failure
}

function conditionsOf(validators: Validators | undefined): Record<string, string> {
  if (!validators) return {}
  if (validators.etag !== '') return { 'if-none-match': validators.etag }
  return validators.lastModified === '' ? {} : { 'if-modified-since': validators.lastModified }
}

/** Deterministic, so not a 5xx, which clients would repeat. Never noted as missing: credentials get mended. */
function refusedBy(remote: Repository, { path }: WantedFile, status: number): UpstreamFailure {
  const hint =
    status === 401 || status === 403 ? ' Check the user name and password of the remote repository.' : ''
  return new UpstreamFailure(
    `The upstream of ${remote.key} answered ${status} for ${JSON.stringify(path)}.${hint}`,
    { code: 'not-found' },
  )
}

/** Whether the file never changes, so that the upstream is asked for it once. */
export const isImmutable = (registry: Registry, remote: Repository, path: string) =>
  formatOf(registry, remote).upstream?.isImmutable(path) ?? false
