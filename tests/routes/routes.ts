// The whole route table, read from the program itself: what somebody adds is walked without anybody listing it.
import { areas, type Endpoint } from '@bindery/contracts'
import { openVault } from '../../apps/server/src/platform/vault.ts'
import { createAccess } from '../../apps/server/src/access/access.ts'
import type { PlatformAction } from '../../apps/server/src/access/rules/permissions.ts'
import * as features from '../../apps/server/src/features/index.ts'
import * as formats from '../../apps/server/src/formats/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { plainFiles } from '../../apps/server/src/registry/plain-files.ts'
import { createRegistry } from '../../apps/server/src/registry/registry.ts'
import { registryHandlers } from '../../apps/server/src/registry/router.ts'
import type { RouteAction } from '../../apps/server/src/registry/route-table.ts'

export interface ApiRoute {
  name: string
  endpoint: Endpoint
  allow: PlatformAction
  worksReadOnly: boolean
}

export interface RegistryRoute {
  name: string
  method: string
  path: string
  action: RouteAction
}

/** Every endpoint of the contracts with what its handler declares; throws when one has no handler or two. */
export async function apiRoutes(): Promise<ApiRoute[]> {
  const offered = Object.values(features).flatMap((feature) => feature.endpoints)
  const bound = await Promise.all(offered.map((one) => one.load()))
  const described = Object.values(areas).flatMap((area) => Object.values<Endpoint>(area))
  if (bound.length !== described.length)
    throw new Error('contracts and features do not have the same endpoints')
  return described.map((endpoint) => {
    const [handler, ...others] = bound.filter((one) => one.endpoint === endpoint)
    const name = `${endpoint.method} ${endpoint.path}`
    if (!handler || others.length > 0)
      throw new Error(`${name} has ${others.length + (handler ? 1 : 0)} handlers`)
    return { name, endpoint, allow: handler.allow, worksReadOnly: handler.worksReadOnly }
  })
}

/** Every route of every format, and the plain files, in a repository of that format. */
export function registryRoutes(keyOf: (format: string) => string): RegistryRoute[] {
  const protocols = registryHandlers(emptyRegistry()).list.map(({ format, method, pattern, action }) => ({
    name: `${format}: ${method} ${pattern}`,
    method,
    path: `/artifactory/api/${format}/${keyOf(format)}${fill(pattern)}`,
    action,
  }))
  const plain = Object.entries(plainFiles).map(([method, { action }]) => ({
    name: `files: ${method}`,
    method,
    path: `/artifactory/${keyOf('generic')}/walked.txt`,
    action,
  }))
  return [...protocols, ...plain]
}

/** A path with something in the place of each `{placeholder}`. */
export const fill = (path: string) => path.replaceAll(/\{\w+\}/g, 'walked')

/** Only its routes are asked for, which need neither a database nor blobs. */
function emptyRegistry() {
  const nothing = {} as never
  return createRegistry({
    database: nothing,
    blobs: nothing,
    clock: systemClock,
    access: createAccess({
      database: nothing,
      clock: systemClock,
      settings: closed,
      vault: openVault(Buffer.alloc(32)),
    }),
    nodeId: 'test',
    outbound: nothing,
    limits: { upload: 0, metadata: 0, buildInfo: 0 },
    accelRedirect: '',
    upstreamMirrors: new Map(),
    formats: Object.values(formats),
  })
}

const closed = { anonymousAccess: false, sessionHours: 1, sessionIdleMinutes: 1, rememberMeDays: 0 }
