import { createOutboundFetch, type OutboundFetch } from './fetch.ts'
import { createOutboundPolicy, type OutboundPolicy } from './policy.ts'
import type { FindProxy } from './proxy.ts'
import { Routes } from './routes.ts'

/** Everything that leaves the server by itself goes through this. */
export interface Outbound {
  policy: OutboundPolicy
  fetch: OutboundFetch
  /** Says where proxies are found; without it, every request goes straight. */
  useProxies(find: FindProxy): void
  close(): Promise<void>
}

export function openOutbound(allowedNetworks: string[]): Outbound {
  const policy = createOutboundPolicy(allowedNetworks)
  const routes = new Routes(policy)
  return {
    policy,
    fetch: createOutboundFetch(policy, routes),
    useProxies: (find) => routes.use(find),
    close: () => routes.close(),
  }
}
