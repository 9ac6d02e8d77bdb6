// Between a repository and its configuration on the wire of Artifactory.
import { badRequest } from '../../platform/errors.ts'
import type { NewRepository } from '../../registry/config/rows.ts'
import { packageTypes, repositoryKinds, type RepositoryKind } from '../../registry/config/package-types.ts'
import type { Repository } from '../../registry/repositories.ts'

/** Everything but secrets, which come back empty. */
export function toWire(repository: Repository): Record<string, unknown> {
  const { config, projectKey, environments } = repository
  return {
    ...toPublic(repository),
    ...config,
    ...('password' in config && { password: '' }),
    projectKey,
    environments,
  }
}

/** What a reader is told who does not manage it. */
export const toPublic = ({ key, kind, format, description }: Repository): Record<string, unknown> => ({
  key,
  rclass: kind,
  packageType: format,
  description,
})

/** Whoever manages a remote repository is told its upstream in the place of its own address, as scripts expect. */
export const toListed = (origin: string, repository: Repository, isManager: boolean) => ({
  key: repository.key,
  description: repository.description,
  type: repository.kind.toUpperCase(),
  url: (isManager && repository.config.url) || `${origin}/artifactory/${repository.key}`,
  packageType: packageTypes.get(repository.format)?.listed ?? repository.format,
})

/** A new repository as a client describes it. */
export function toNew(key: string, config: Readonly<Record<string, unknown>>): NewRepository {
  const { rclass, packageType } = config
  const kind = typeof rclass === 'string' ? rclass.toLowerCase() : undefined
  if (!isKind(kind)) throw badRequest(`rclass is one of ${repositoryKinds.join(', ')}.`, 'rclass')
  return { key, kind, format: wordOf(packageType) || 'generic', config }
}

export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isKind = (word: string | undefined): word is RepositoryKind =>
  repositoryKinds.some((kind) => kind === word)
