// From a URL to a handler: finds the repository, decides access, then calls the format. A format cannot forget access
// control, because it never performs it.
import type { Actor } from '../access/actor.ts'
import { AppError, badRequest, notFound } from '../platform/errors.ts'
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
import { findRepository, type Repository } from './repositories.ts'
import { isAllowed, refusal, resolve, resolveOpen, splitKey } from './resolve-repository.ts'
import {
  collect,
  findRoute,
  noRoute,
  type Route,
  type RouteAction,
  type RouteInfo,
  type RouteTable,
} from './route-table.ts'

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

/** Reading, signing in and signing out go on in read-only mode. */
const isChange = (action: RouteAction) => !['read', 'open', 'signed-in'].includes(action)
