// The one door to the content of a repository for formats and plain paths.
import { AppError } from '../../platform/errors.ts'
import type { WireReply } from '../../platform/http/wire.ts'
import type { PackageContents } from '../packages.ts'
import { handlesPath, refuseBlackedOut } from '../patterns.ts'
import { remoteResolver } from '../remote/resolver.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { virtualResolver } from '../virtual/resolver.ts'
import { localResolver } from './local.ts'
import type { PackageView, Resolver } from './resolver.ts'

/** The first of the paths at which there is a file: some clients write one address in two ways. */
export async function serveAt(request: RegistryRequest, ...paths: string[]): Promise<WireReply | undefined> {
  refuseBlackedOut(request.repository)
  const resolver = resolverOf(request.repository)
  let failure: AppError | undefined
  for (const path of paths) {
    if (!handlesPath(request.repository, path)) continue
    try {
      const reply = await resolver.serve(request, path)
      if (reply) return reply
    } catch (error) {
      if (!(error instanceof AppError) || paths.length === 1) throw error
      failure ??= error
    }
  }
  if (failure) throw failure
  return undefined
}

export async function lookUp(request: RegistryRequest, name: string): Promise<PackageView | undefined> {
  refuseBlackedOut(request.repository)
  return resolverOf(request.repository).look(request, name)
}

export async function readContents(
  request: RegistryRequest,
  name: string,
): Promise<PackageContents | undefined> {
  return (await lookUp(request, name))?.read()
}

/** Whether everything it has lies here under its own id. */
export const holdsItsOwn = ({ kind, isCache }: Repository) =>
  kind === 'local' || kind === 'federated' || isCache === true

function resolverOf(repository: Repository): Resolver {
  if (holdsItsOwn(repository)) return localResolver
  return repository.kind === 'remote' ? remoteResolver : virtualResolver
}
