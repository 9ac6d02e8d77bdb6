import { audit, proxies } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

const refresh = [proxies.list, proxies.read, audit.list]

export const proxyList = query(proxies.list, {})
export const proxyOf = (key: string) => query(proxies.read, { params: { key } })
export const useCreateProxy = () => useMutation(proxies.create, { refresh })
export const useChangeProxy = () => useMutation(proxies.change, { refresh })
export const useRemoveProxy = () => useMutation(proxies.remove, { refresh })
export const useTestProxy = () => useMutation(proxies.test, { refresh: [proxies.list, proxies.read] })
