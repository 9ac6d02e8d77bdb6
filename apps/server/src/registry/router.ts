// From a URL to a handler: finds the repository, decides access, then calls the format. A format cannot forget access
// control, because it never performs it; and whether a private name exists is not told to those who may not read it.
import type { Actor } from '../access/actor.ts'
import { notSignedIn } from '../access/authenticate.ts'
import { can, decide, type RepositoryAction, type Resource } from '../access/rules/permissions.ts'
import { AppError, badRequest, forbidden, notFound } from '../platform/errors.ts'
import type { WireReply, WireRequest } from '../platform/http/wire.ts'
import { refuseWhenReadOnly } from '../platform/installation/read-only.ts'
import type { Format } from './format.ts'
import { mayRead, placeFor } from './allowed.ts'
import { answerReturned, relayed } from './mirrors/origins.ts'
import { answerSuperseded } from './mirrors/superseded.ts'
import { parsePath } from './paths.ts'
import { digestedPath, plainFiles, type PlainOperation } from './plain-files.ts'
import { RegistryRequest, type RegistryHandler, type RoutedPath } from './request.ts'
import { formatOf, type Registry } from './registry.ts'
import {
  findRepository,
  isLocal,
  recallRepository,
  unknownRepository,
  type Repository,
} from './repositories.ts'

/** `open` needs no right at all (ping, sign-in); `signed-in` any user. */
export type RouteAction = RepositoryAction | 'open' | 'signed-in'

export interface RegistryRouter {
  /** `{name}` in the pattern takes one segment. GET also answers HEAD. */
  on(method: string, pattern: string, action: RouteAction, handler: RegistryHandler): void
}

interface Route {
  parts: string[]
  action: RouteAction
  handler: RegistryHandler
}

/** By method and number of segments, so that few patterns are compared. */
type RouteTable = Map<string, Route[]>

export type RegistryCall = (request: WireRequest, actor: Actor) => Promise<WireReply>

export interface RouteInfo {
  format: string
  method: string
  pattern: string
  action: RouteAction
}

export interface RegistryHandlers {
  /** `rest` is what follows `/artifactory/api/<format>/`. */
  protocol(format: Format, rest: string, request: WireRequest, actor: Actor): Promise<WireReply>
  /** `rest` is what follows `/artifactory/`. */
  plain(rest: string, request: WireRequest, actor: Actor): Promise<WireReply>
  /** Every route of every format, for tests that walk them. */
  list: RouteInfo[]
}

export function registryHandlers(registry: Registry): RegistryHandlers {
  const list: RouteInfo[] = []
  const routers = new Map<string, ProtocolRouter>()
  for (const format of registry.formats.values()) {
    const table = collect(format.id, list, (route) => format.routes?.(route))
    routers.set(format.id, { format, table, known: new Map() })
  }
  return {
    list,
    protocol: (format, rest, request, actor) =>
      serveProtocol(registry, routers.get(format.id), rest, request, actor),
    plain: (rest, request, actor) => servePlain(registry, rest, request, actor),
  }
}

interface ProtocolRouter {
  format: Format
  table: RouteTable
  /** Addresses that were parsed before: clients ask for the same ones again and again. */
  known: Map<string, ProtocolRoute>
}

interface ProtocolRoute extends RoutedPath {
  key: string
  /** Undefined when the protocol has nothing there. */
  route: Route | undefined
}

async function serveProtocol(
  registry: Registry,
  router: ProtocolRouter | undefined,
  rest: string,
  request: WireRequest,
  actor: Actor,
): Promise<WireReply> {
  if (!router) throw notFound('package format', rest)
  const { format } = router
  const found = findProtocolRoute(router, request.method, rest)
  const action = found.route?.action ?? 'read'
  const repository =
    action === 'open' || action === 'signed-in'
      ? await resolveOpen(registry, found.key, actor, action, format)
      : await resolve(registry, found.key, actor, action, format.pathOf?.(found.params))
  if (repository.format !== format.id)
    throw badRequest(
      `The repository ${found.key} holds ${formatOf(registry, repository).label} packages, not ${format.label} packages. Use the address shown for that repository.`,
    )
  if (!found.route) throw noRoute(router.table, found.target.segments, request.method)
  if (isChange(action)) await refuseWhenReadOnly(registry.access.live)
  // Awaited here, because a promise that is returned as it is takes three turns instead of one.
  return await found.route.handler(new RegistryRequest(request, registry, actor, repository, found))
}

const mostKnown = 5_000
const longestKnown = 200

function findProtocolRoute(router: ProtocolRouter, method: string, rest: string): ProtocolRoute {
  const address = `${method} ${rest}`
  const known = router.known.get(address)
  if (known) return known
  const found = parseProtocolPath(router, method, rest)
  if (address.length <= longestKnown && found.route) {
    if (router.known.size >= mostKnown) router.known.clear()
    router.known.set(address, found)
  }
  return found
}

function parseProtocolPath({ format, table }: ProtocolRouter, method: string, rest: string): ProtocolRoute {
  const { key, below } = splitKey(rest)
  const rules = { isFilePath: false, takesEncodedSlash: format.takesEncodedSlash === true }
  const target = parsePath(below, rules)
  const segments = format.shapeSegments?.(target.segments) ?? target.segments
  const match = findRoute(table, method, segments)
  return { key, target: { ...target, segments }, route: match?.route, params: match?.params ?? {} }
}

async function servePlain(
  registry: Registry,
  rest: string,
  request: WireRequest,
  actor: Actor,
): Promise<WireReply> {
  const { key, below } = splitKey(rest)
  const target = parsePath(below)
  const operation = plainFiles[request.method === 'HEAD' ? 'GET' : request.method]
  if (!operation)
    throw new AppError('method-not-allowed', `Files take GET, HEAD, PUT and DELETE, not ${request.method}.`, {
      headers: { allow: 'GET, HEAD, PUT, DELETE' },
    })
  const path = `${target.segments.join('/')}${target.isFolder && target.segments.length > 0 ? '/' : ''}`
  const found = await findRepository(registry, key)
  const repository = found && (await placeFor(registry, actor, operation.action, found))
  const handle = repository && (await chooseHandler(registry, operation, actor, repository, path))
  if (!repository || !handle) throw await refusal(registry, actor, operation.action, found, key, path)
  const route = { target, params: {} }
  if (!isChange(operation.action))
    return handle(new RegistryRequest(request, registry, actor, repository, route))
  await refuseWhenReadOnly(registry.access.live)
  const { headers } = request
  const returned = answerReturned(registry, repository, headers)
  if (returned) return returned
  const by = relayed(registry, actor, repository, headers)
  return handle(new RegistryRequest(request, registry, by, repository, route)).catch(answerSuperseded)
}

async function chooseHandler(
  registry: Registry,
  operation: PlainOperation,
  actor: Actor,
  repository: Repository,
  path: string,
): Promise<RegistryHandler | undefined> {
  if (await isAllowed(registry, actor, operation.action, repository, path)) return operation.handle
  const digested = digestedPath(path)
  const mayDerive =
    (await mayRead(registry, actor, repository, `${path}/`)) ||
    (digested !== undefined && (await mayRead(registry, actor, repository, digested)))
  return mayDerive ? operation.derived : undefined
}

async function isAllowed(
  registry: Registry,
  actor: Actor,
  action: RepositoryAction,
  repository: Repository,
  path?: string,
): Promise<boolean> {
  return action === 'read' ? mayRead(registry, actor, repository, path) : can(actor, action, repository, path)
}

/** Reading, signing in and signing out go on in read-only mode. */
const isChange = (action: RouteAction) => !['read', 'open', 'signed-in'].includes(action)

/** The repository, if the actor may do this to it; see the header for what is said otherwise. */
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
async function resolveOpen(
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

export function splitKey(given: string): { key: string; below: string } {
  // Addresses are put together from parts; a doubled slash is the client's slip.
  const rest = given.startsWith('/') ? given.slice(1) : given
  const slash = rest.indexOf('/')
  const rawKey = slash < 0 ? rest : rest.slice(0, slash)
  const [key] = parsePath(rawKey).segments
  if (key === undefined) throw badRequest('The address names no repository. Put its key behind the slash.')
  return { key, below: slash < 0 ? '' : rest.slice(slash + 1) }
}

function collect(format: string, list: RouteInfo[], fill: (route: RegistryRouter) => void): RouteTable {
  const table: RouteTable = new Map()
  fill({
    on(method, pattern, action, handler) {
      const parts = pattern.split('/').filter((part) => part !== '')
      const slot = `${method} ${parts.length}`
      table.set(slot, [...(table.get(slot) ?? []), { parts, action, handler }])
      list.push({ format, method, pattern, action })
    },
  })
  return table
}

function findRoute(
  table: RouteTable | undefined,
  method: string,
  segments: string[],
): { route: Route; params: Record<string, string> } | undefined {
  const slot = `${method === 'HEAD' ? 'GET' : method} ${segments.length}`
  for (const route of table?.get(slot) ?? []) {
    const params = matchParts(route.parts, segments)
    if (params) return { route, params }
  }
  return undefined
}

/** A placeholder may stand inside a segment behind a literal: `org.couchdb.user:{name}`. */
function matchParts(parts: string[], segments: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    const brace = part.indexOf('{')
    if (brace < 0) {
      if (part !== segment) return undefined
    } else {
      if (!segment.startsWith(part.slice(0, brace)) || segment.length === brace) return undefined
      params[part.slice(brace + 1, -1)] = segment.slice(brace)
    }
  }
  return params
}

function noRoute(table: RouteTable | undefined, segments: string[], method: string): AppError {
  const others = [...(table ?? new Map<string, Route[]>())]
    .filter(
      ([slot, routes]) =>
        slot.endsWith(` ${segments.length}`) && routes.some((one) => matchParts(one.parts, segments)),
    )
    .map(([slot]) => slot.split(' ')[0] ?? '')
  if (others.length === 0) return notFound('address', segments.join('/'))
  return new AppError('method-not-allowed', `This address does not take ${method}.`, {
    headers: { allow: [...new Set(others)].join(', ') },
  })
}
