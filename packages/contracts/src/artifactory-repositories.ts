// Configurations of repositories as the clients of Artifactory know them. Their members depend on kind and package type; the
// server keeps the table (registry/config), and reads what clients write as loosely as they write it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api/repositories'
const newer = '/artifactory/api/v2/repositories'

export const RepositoryConfiguration = z
  .record(z.string().max(128), z.unknown())
  .describe('Members by kind and package type; what is left out has its default')
export type RepositoryConfiguration = z.infer<typeof RepositoryConfiguration>

const Configurations = z.array(RepositoryConfiguration).min(1, 'Name at least one repository').max(500)

const Listed = z.object({
  key: z.string(),
  description: z.string(),
  type: z.string().describe('LOCAL, REMOTE, VIRTUAL or FEDERATED'),
  url: z.string(),
  packageType: z.string().describe('Capitalised, unlike in a configuration'),
})

const KeyParam = z.object({ key: z.string().max(200) })
const word = z.string().max(200).optional()

const one = (path: `/${string}`) => ({
  get: endpoint(`GET ${path}/{key}`, 'The configuration of a repository', {
    params: KeyParam,
    response: RepositoryConfiguration,
  }),
  put: endpoint(`PUT ${path}/{key}`, 'Create a repository', {
    params: KeyParam,
    query: z.object({ pos: word.describe('Taken and ignored') }),
    body: RepositoryConfiguration,
  }),
  post: endpoint(`POST ${path}/{key}`, 'Change what is given of a configuration', {
    params: KeyParam,
    body: RepositoryConfiguration,
  }),
  remove: endpoint(`DELETE ${path}/{key}`, 'Delete a repository and all it holds', {
    params: KeyParam,
  }),
})

const first = one(base)
const second = one(newer)

export const artifactoryRepositories = {
  list: endpoint(`GET ${base}`, 'List the repositories one may read', {
    query: z.object({ type: word, packageType: word, project: word }),
    response: z.array(Listed),
  }),
  configurations: endpoint(`GET ${base}/configurations`, 'The configurations of all repositories, by kind', {
    query: z.object({ repoType: word, packageType: word }),
    response: z.record(z.string(), z.array(RepositoryConfiguration)),
  }),
  get: first.get,
  put: first.put,
  post: first.post,
  remove: first.remove,
  getSecond: second.get,
  putSecond: second.put,
  postSecond: second.post,
  removeSecond: second.remove,
  createMany: endpoint(`PUT ${newer}/batch`, 'Create repositories, all or none', { body: Configurations }),
  updateMany: endpoint(`POST ${newer}/batch`, 'Change repositories, all or none', { body: Configurations }),
}
