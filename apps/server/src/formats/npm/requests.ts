// What a request to the npm protocol is about.
import type { RegistryRequest } from '../../registry/router.ts'

export function tarballPathOf(request: RegistryRequest): string {
  const file = request.params['file'] ?? ''
  return `${packageOf(request)}/-/${file.slice(file.lastIndexOf('/') + 1)}`
}

export const packageOf = (request: RegistryRequest): string => request.params['package'] ?? ''

export const baseOf = (request: RegistryRequest): string =>
  `${request.origin}/artifactory/api/npm/${request.repository.key}`
