// What a request to the npm protocol is about.
import { notFound } from '../../platform/errors.ts'
import { findFile, type FileNode } from '../../registry/file-nodes.ts'
import type { RegistryRequest } from '../../registry/request.ts'

/**
 * npm writes `/-/@scope/name-1.0.0.tgz` into what it publishes, and other clients deploy to that path: both forms
 * lead to the file, whichever it lies under.
 */
export function tarballPaths(request: RegistryRequest): [string, ...string[]] {
  const [name, file = ''] = [packageOf(request), request.params['file']]
  const scope = name.slice(0, name.indexOf('/') + 1)
  const short = scope !== '' && file.startsWith(scope) ? file.slice(scope.length) : file
  return [`${name}/-/${short}`, ...(scope === '' ? [] : [`${name}/-/${scope}${short}`])]
}

export async function getTarballFile(request: RegistryRequest): Promise<FileNode> {
  for (const path of tarballPaths(request)) {
    const found = await findFile(request.registry, request.repository, path)
    if (found) return found
  }
  throw notFound('file', tarballPaths(request)[0])
}

export const packageOf = (request: RegistryRequest): string => request.params['package'] ?? ''

export const baseOf = (request: RegistryRequest): string =>
  `${request.origin}/artifactory/api/npm/${request.repository.key}`
