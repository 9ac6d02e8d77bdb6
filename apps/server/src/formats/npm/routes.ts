// The npm registry protocol. https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md
// Names are checked here or by the patterns; access was decided before a handler runs.
import { notFound } from '../../platform/errors.ts'
import { serveDocument } from '../../registry/documents.ts'
import { json, type WireReply } from '../../registry/reply.ts'
import type { RegistryRequest } from '../../registry/request.ts'
import { readContents, serveAt } from '../../registry/resolve/resolve.ts'
import type { RegistryRouter } from '../../registry/route-table.ts'
import { accountRoutes } from './account-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { abbreviatedPackument, fullPackument, versionDocument } from './packument.ts'
import { publishRoutes } from './publish-routes.ts'
import { baseOf, packageOf, tarballPaths } from './requests.ts'
import { search } from './search.ts'
import { tagRoutes } from './tag-routes.ts'

export function routes(route: RegistryRouter): void {
  route.on('GET', '/{package}', 'read', getPackument)
  route.on('GET', '/-/ping', 'open', () => Promise.resolve(json(200, {})))
  route.on('GET', '/-/v1/search', 'read', search)
  accountRoutes(route)
  auditRoutes(route)
  tagRoutes(route)
  publishRoutes(route)
  route.on('GET', '/{package}/{version}', 'read', getVersion)
  route.on('GET', '/{package}/-/{file}', 'read', getTarball)
}

const abbreviatedType = 'application/vnd.npm.install-v1+json'

/** npm 11 asks for the full form when it installs; pnpm and yarn for the abbreviated one. */
async function getPackument(request: RegistryRequest): Promise<WireReply> {
  const isAbbreviated = request.headers.accept?.includes(abbreviatedType) === true
  const name = packageOf(request)
  const reply = await serveDocument(request, {
    package: name,
    variant: `${isAbbreviated ? 'abbreviated' : 'full'} ${request.origin}`,
    contentType: isAbbreviated ? abbreviatedType : 'application/json',
    make: (contents) =>
      (isAbbreviated ? abbreviatedPackument : fullPackument)({ ...contents, tarballBase: baseOf(request) }),
  })
  if (!reply) throw notFound('package', name)
  return reply
}

async function getVersion(request: RegistryRequest): Promise<WireReply> {
  const { params } = request
  const name = packageOf(request)
  const contents = await readContents(request, name)
  const document =
    contents && versionDocument({ ...contents, tarballBase: baseOf(request) }, params['version'] ?? '')
  if (!document) throw notFound('version', `${name}@${params['version']}`)
  return json(200, document)
}

async function getTarball(request: RegistryRequest): Promise<WireReply> {
  const [path, ...others] = tarballPaths(request)
  const reply = await serveAt(request, path, ...others)
  if (!reply) throw notFound('file', path)
  return reply
}
