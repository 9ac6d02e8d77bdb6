// Which repository a request speaks of, if whoever asks may do this to it. Whether a private name exists is not told to those
// who may not read it.
import type { Actor } from '../access/actor.ts'
import { notSignedIn } from '../access/authenticate.ts'
import { can, decide, type RepositoryAction, type Resource } from '../access/rules/permissions.ts'
import { type AppError, badRequest, forbidden, notFound } from '../platform/errors.ts'
import { mayRead, placeFor } from './allowed.ts'
import type { Format } from './format.ts'
import { parsePath } from './paths.ts'
import type { Registry } from './registry.ts'
import {
  findRepository,
  isLocal,
  recallRepository,
  unknownRepository,
  type Repository,
} from './repositories.ts'

/** The repository, if the actor may do this to it. */
export function resolve(
  registry: Registry,
  key: string,
  actor: Actor,
  action: RepositoryAction,
  path?: string,
): Repository | Promise<Repository> {
  const known = recallRepository(registry, key)
  // Nearly every request, and nothing more to ask.
  if (known && isLocal(known) && can(actor, action, known, path)) return known
  return resolveByReading(registry, key, actor, action, path)
}

async function resolveByReading(
  registry: Registry,
  key: string,
  actor: Actor,
  action: RepositoryAction,
  path?: string,
): Promise<Repository> {
  const found = await findRepository(registry, key)
  const repository = found && (await placeFor(registry, actor, action, found))
  if (repository && (await isAllowed(registry, actor, action, repository, path))) return repository
  throw await refusal(registry, actor, action, found, key, path)
}

/** Whoever may not read anything in a repository is told the same whether it exists or not. */
export async function refusal(
  registry: Registry,
  actor: Actor,
  action: RepositoryAction,
  found: Repository | undefined,
  key: string,
  path: string | undefined,
): Promise<AppError> {
  const repository: Resource = found ?? { key, kind: 'local' }
  const isVisible = found !== undefined && (await mayRead(registry, actor, found))
  const decision = decide(actor, action, repository, path)
  if (actor.userId === null && !decision.allowed)
    return notSignedIn(
      `Sign in first: anonymous users may not ${action === 'read' ? 'read' : 'change'} anything here.`,
    )
  // Where a virtual repository passes a deploy on to is not told to those who may not read there.
  if (isVisible && action !== 'read')
    return forbidden(
      decision.allowed ? `You may not ${action} where ${key} passes this on to.` : decision.why,
    )
  if (isVisible && path !== undefined) return notFound('file', path)
  return notFound('repository', repository.key)
}

/**
 * For routes that need no right on the repository (ping, sign-in). Who may not read it gets the same answer whether
 * it exists or not: such routes only look at the key.
 */
export async function resolveOpen(
  registry: Registry,
  key: string,
  actor: Actor,
  action: 'open' | 'signed-in',
  format: Format,
): Promise<Repository> {
  if (action === 'signed-in' && actor.userId === null)
    throw notSignedIn('Sign in first: this call needs a user.')
  const repository = await findRepository(registry, key)
  const isHidden = !(repository
    ? await mayRead(registry, actor, repository)
    : can(actor, 'read', { key, kind: 'local' }))
  if (isHidden) return unknownRepository(key, format.id)
  if (!repository) throw notFound('repository', key)
  return repository
}

export async function isAllowed(
  registry: Registry,
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
  path?: string,
): Promise<boolean> {
  return action === 'read' ? mayRead(registry, actor, repository, path) : can(actor, action, repository, path)
}

export function splitKey(given: string): { key: string; below: string } {
  // Addresses are put together from parts; a doubled slash is the client's slip.
  const rest = given.startsWith('/') ? given.slice(1) : given
  const slash = rest.indexOf('/')
  const rawKey = slash < 0 ? rest : rest.slice(0, slash)
  const [key] = parsePath(rawKey).segments
  if (key === undefined) throw badRequest('The address names no repository. Put its key behind the slash.')
  return { key, below: slash < 0 ? '' : rest.slice(slash + 1) }
}
