import {
  audit,
  environments,
  mirrors,
  packages,
  projectEnvironments,
  projectViews,
  proxies,
  repositories,
} from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

const lists = [repositories.managed, repositories.list, packages.counts, audit.list]
const refresh = [...lists, repositories.read]

export const managedList = query(repositories.managed, {})
/** Types come with the release of the server: asked once. */
export const typeList = { ...query(repositories.types, {}), staleTime: Number.POSITIVE_INFINITY }
export const repositoryDetails = (key: string) => query(repositories.read, { params: { key } })
export const mirrorList = (key: string) => query(mirrors.list, { params: { key } })
export const replicationList = (key: string) => query(mirrors.replications, { params: { key } })
export const proxyList = query(proxies.list, {})
export const projectList = query(projectViews.own, { query: { limit: 100 } })
export const environmentList = query(environments.list, {})
export const environmentsOf = (key: string) => query(projectEnvironments.list, { params: { key } })

export const useCreateRepository = () => useMutation(repositories.create, { refresh })
export const useChangeRepository = () =>
  useMutation(repositories.change, { refresh: [...refresh, mirrors.list] })
/** What is gone is not read again. */
export const useRemoveRepository = () => useMutation(repositories.remove, { refresh: lists })
export const useRunMirrors = () => useMutation(mirrors.run, { refresh: [mirrors.list] })
export const useTestMirror = () => useMutation(mirrors.test)
const kept = [mirrors.list, mirrors.replications, audit.list]
export const useSaveReplication = () => useMutation(mirrors.save, { refresh: kept })
export const useRemoveReplication = () => useMutation(mirrors.remove, { refresh: kept })
export const useFederate = () => useMutation(mirrors.federate, { refresh })
export const useZapCaches = () => useMutation(repositories.zapCaches, { refresh: [audit.list] })
export const useTestUpstream = () => useMutation(repositories.test)
export const useTryResolution = () => useMutation(repositories.resolve)
