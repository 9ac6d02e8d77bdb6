import { audit, proxies, reverseProxy, system } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const reverseProxySettings = query(reverseProxy.read, {})
export const publicAddress = query(system.setMeUp, {})
export const useSaveReverseProxy = () =>
  useMutation(reverseProxy.save, { refresh: [reverseProxy.read, reverseProxy.data, audit.list] })
export const useCheckAddress = () => useMutation(proxies.test)
