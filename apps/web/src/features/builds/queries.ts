import { artifactoryBuilds, builds } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'

/** A run as the address names it. */
export interface RunPlace {
  name: string
  number: string
  repository?: string | undefined
  started?: string | undefined
}

const inputOf = ({ name, number, repository, started }: RunPlace) => ({
  params: { name, number },
  query: { repository, started },
})

export const buildPages = (search: string | undefined) => pages(builds.list, { query: { search } })
export const runPages = (name: string, repository: string | undefined) =>
  pages(builds.runs, { params: { name }, query: { repository } })
export const recentRuns = (name: string, repository: string | undefined) =>
  query(builds.runs, { params: { name }, query: { repository, limit: 50 } })
export const runDetails = (run: RunPlace) => query(builds.get, inputOf(run))
export const runProperties = (run: RunPlace) => query(builds.properties, inputOf(run))
export const runDocument = (run: RunPlace) => query(builds.document, inputOf(run))
export const comparison = (run: RunPlace, number: string | undefined) => {
  const { params, query: place } = inputOf(run)
  return query(builds.compare, { params, query: { ...place, with: number } })
}
export const artifactPages = (run: RunPlace, search: string | undefined) => {
  const { params, query: place } = inputOf(run)
  return pages(builds.artifacts, { params, query: { ...place, search } })
}
export const dependencyPages = (run: RunPlace, search: string | undefined) => {
  const { params, query: place } = inputOf(run)
  return pages(builds.dependencies, { params, query: { ...place, search } })
}

export const useDeleteBuilds = () =>
  useMutation(artifactoryBuilds.removeMany, { refresh: [builds.list, builds.runs] })
