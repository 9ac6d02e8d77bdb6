// Repositories: the things with a key and a format that hold packages.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Abilities } from './page.ts'

export const RepositoryKind = z.enum(['local', 'remote', 'virtual', 'federated'])
export type RepositoryKind = z.infer<typeof RepositoryKind>

export const repositoryKeyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const RepositoryKey = z
  .string()
  .regex(repositoryKeyPattern, 'Name can only contain alphanumeric characters, dashes and periods')

export const Repository = z.object({
  key: z.string(),
  kind: RepositoryKind,
  format: z.string(),
  description: z.string(),
  url: z.string().describe('What a client of the format is pointed at'),
  createdAt: z.string(),
  can: Abilities,
})
export type Repository = z.infer<typeof Repository>

export const NewRepository = z.object({
  key: RepositoryKey,
  kind: RepositoryKind,
  format: z.string().max(64),
  description: z.string().max(1000).default(''),
  config: z.record(z.string().max(128), z.unknown()).default({}).describe('Members as in a configuration'),
})

export const FormatInfo = z.object({
  id: z.string(),
  label: z.string(),
  icon: z.string().describe('SVG path data, on a 24 by 24 grid'),
})
export type FormatInfo = z.infer<typeof FormatInfo>

const KeyParam = z.object({ key: z.string().max(64) })

export const repositories = {
  list: endpoint('GET /ui/api/v1/repositories', 'List the repositories one may read', {
    response: z.array(Repository),
  }),
  create: endpoint('POST /ui/api/v1/repositories', 'Create a repository', {
    body: NewRepository,
    response: Repository,
  }),
  remove: endpoint('DELETE /ui/api/v1/repositories/{key}', 'Delete a repository and all it holds', {
    params: KeyParam,
  }),
}
