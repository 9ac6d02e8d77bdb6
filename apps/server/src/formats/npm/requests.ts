// What a request to the npm protocol is about.
import { notFound } from '../../platform/errors.ts'
import { findFile, type FileNode } from '../../registry/nodes.ts'
import type { RegistryRequest } from '../../registry/request.ts'

/**
 * npm writes `/-/@scope/name-1.0.0.tgz` into what it publishes, and other clients deploy to that path: both forms
 * lead to the file, whichever it lies under.
 */
export async function getTarballFile(request: RegistryRequest): Promise<FileNode> {
  const { registry, repository, params } = request
  const [name, file = ''] = [packageOf(request), params['file']]
  const scope = name.slice(0, name.indexOf('/') + 1)
  const short = scope !== '' && file.startsWith(scope) ? file.slice(scope.length) : file
  const found =
    (await findFile(registry, repository, `${name}/-/${short}`)) ??
    (scope !== '' ? await findFile(registry, repository, `${name}/-/${scope}${short}`) : undefined)
  if (!found) throw notFound('file', `${name}/-/${file}`)
  return found
}

export const packageOf = (request: RegistryRequest): string => request.params['package'] ?? ''

export const baseOf = (request: RegistryRequest): string =>
  `${request.origin}/artifactory/api/npm/${request.repository.key}`
