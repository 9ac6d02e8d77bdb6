// A virtual repository has nothing of its own: it asks its members, in their order, for what the reader may read there.
// Members that fail do not keep the others from answering, unless they are set to; their failure is told when nobody
// else has the thing.
import { can } from '../../access/rules/permissions.ts'
import { AppError } from '../../platform/errors.ts'
import type { WireReply } from '../../platform/http/wire.ts'
import { findFiles } from '../file-nodes.ts'
import { handlesPath } from '../patterns.ts'
import { isImmutable } from '../remote/fill.ts'
import { remoteResolver } from '../remote/resolver.ts'
import { formatOf } from '../registry.ts'
import { cacheOf, isLocal, type Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { localResolver } from '../resolve/local.ts'
import type { PackageView, Resolver } from '../resolve/resolver.ts'
import { serveFile } from '../serve-file.ts'
import { membersOf } from './members.ts'
import { mergeContents } from './merge.ts'
import { ownersOf } from './owners.ts'

export const virtualResolver: Resolver = {
  async serve(request, path) {
    const failures = new Failures()
    for (const group of await groupsFor(request, path, failures)) {
      const reply =
        (await serveStored(request, group, path)) ?? (await serveFetched(request, group, path, failures))
      if (reply) return reply
    }
    failures.tell()
    return undefined
  },
  async look(request, name) {
    const folder = formatOf(request.registry, request.repository).pathOf?.({ package: name }) ?? `${name}/`
    const { priority, others } = await ownersIn(request, name, folder)
    const failures = new Failures()
    for (const group of [priority, others]) {
      const views = await lookIn(request, group, name, failures)
      if (views.length > 0) return mergedView(views)
    }
    failures.tell()
    return undefined
  },
}

/** The members that may answer for what lies at a path, remote ones by their cache, in the order in which they are asked. */
export async function holdersOf(request: RegistryRequest, path: string): Promise<Repository[]> {
  const groups = await groupsFor(request, path, new Failures())
  return groups.flat().map((one) => (one.kind === 'remote' ? cacheOf(one) : one))
}

async function groupsFor(
  request: RegistryRequest,
  path: string,
  failures: Failures,
): Promise<Repository[][]> {
  const name = formatOf(request.registry, request.repository).nameAt?.(path)
  const { priority, others } = await ownersIn(request, name, path)
  const isOwned = name !== undefined && (await someHas(request, priority, name, failures))
  return isOwned ? [priority] : [priority, others]
}

/** Those that the reader may read there, and that handle such paths. */
async function ownersIn(request: RegistryRequest, name: string | undefined, path: string) {
  const { registry, repository, actor } = request
  const members = (await membersOf(registry, repository)).filter((one) => !one.config.blackedOut)
  const { priority, others } = await ownersOf(registry, repository, members, name)
  const isOpen = (one: Repository) => handlesPath(one, path) && can(actor, 'read', one, path)
  return { priority: priority.filter(isOpen), others: others.filter(isOpen) }
}

async function someHas(
  request: RegistryRequest,
  members: readonly Repository[],
  name: string,
  failures: Failures,
): Promise<boolean> {
  return members.length > 0 && (await lookIn(request, members, name, failures)).length > 0
}

/** What lies here, found for all members at once; a file of an upstream only if it cannot have changed. */
async function serveStored(
  request: RegistryRequest,
  members: readonly Repository[],
  path: string,
): Promise<WireReply | undefined> {
  const { registry } = request
  const readable = members.filter((one) => isLocal(one) || isImmutable(registry, one, path))
  const found = await findFiles(registry, readable, path)
  const member = readable.find(({ id }) => found.has(id))
  const file = member && found.get(member.id)
  if (file && !isLocal(member)) registry.remotes.healths.count(member, 'hits')
  return file && serveFile(request.on(member), file)
}

async function serveFetched(
  request: RegistryRequest,
  members: readonly Repository[],
  path: string,
  failures: Failures,
): Promise<WireReply | undefined> {
  for (const remote of members) {
    if (remote.kind !== 'remote') continue
    const reply = await failures.collect(remote, remoteResolver.serve(request.on(remote), path))
    if (reply) return reply
  }
  return undefined
}

/** All at once: the slowest of them is waited for, not their sum. */
async function lookIn(
  request: RegistryRequest,
  members: readonly Repository[],
  name: string,
  failures: Failures,
): Promise<PackageView[]> {
  const views = await Promise.all(
    members.map((one) => {
      const resolver = isLocal(one) ? localResolver : remoteResolver
      return failures.collect(one, resolver.look(request.on(one), name))
    }),
  )
  return views.filter((view) => view !== undefined)
}

const mergedView = (views: readonly PackageView[]): PackageView => ({
  stamp: views.map(({ stamp }) => stamp).join(' '),
  async read() {
    const all = await Promise.all(views.map((view) => view.read()))
    return mergeContents(all.filter((one) => one !== undefined))
  },
})

class Failures {
  #first: AppError | undefined

  /** Undefined when the member failed and may be passed over. */
  async collect<T>(member: Repository, asked: Promise<T | undefined>): Promise<T | undefined> {
    try {
      return await asked
    } catch (error) {
      if (!(error instanceof AppError) || member.config.hardFail === true) throw error
      this.#first ??= error
      return undefined
    }
  }

  /** That nobody has it is not certain while one could not be asked. */
  tell(): void {
    if (this.#first) throw this.#first
  }
}
