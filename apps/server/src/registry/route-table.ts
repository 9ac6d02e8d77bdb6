// The routes of a protocol: which handler an address leads to, and what it needs.
import type { RepositoryAction } from '../access/rules/permissions.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { RegistryHandler } from './request.ts'

/** `open` needs no right at all (ping, sign-in); `signed-in` any user. */
export type RouteAction = RepositoryAction | 'open' | 'signed-in'

export interface RegistryRouter {
  /** `{name}` in the pattern takes one segment. GET also answers HEAD. */
  on(method: string, pattern: string, action: RouteAction, handler: RegistryHandler): void
}

export interface Route {
  parts: string[]
  action: RouteAction
  handler: RegistryHandler
}

/** By method and number of segments, so that few patterns are compared. */
export type RouteTable = Map<string, Route[]>

export interface RouteInfo {
  format: string
  method: string
  pattern: string
  action: RouteAction
}

export function collect(
  format: string,
  list: RouteInfo[],
  fill: (route: RegistryRouter) => void,
): RouteTable {
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

export function findRoute(
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

export function noRoute(table: RouteTable | undefined, segments: string[], method: string): AppError {
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
