import { createOutboundFetch, type OutboundFetch } from './fetch.ts'
import { createOutboundOpen, type OutboundOpen } from './open.ts'
import { createOutboundPolicy, type OutboundPolicy } from './policy.ts'
import type { FindProxy } from './proxy.ts'
import { Routes } from './routes.ts'

/** Everything that leaves the server by itself goes through this. */
export interface Outbound {
  policy: OutboundPolicy
  /** For small answers, which are read whole. */
  fetch: OutboundFetch
  /** For answers of any size, which are read as they come. */
  open: OutboundOpen
  /** Says where proxies are found; without it, every request goes straight. */
  useProxies(find: FindProxy): void
  close(): Promise<void>
}

export function openOutbound(allowedNetworks: string[]): Outbound {
  const policy = createOutboundPolicy(allowedNetworks)
  const routes = new Routes(policy)
  const open = createOutboundOpen(policy, routes)
  return {
    policy,
    open,
    fetch: createOutboundFetch(open),
    useProxies: (find) => routes.use(find),
    close: () => routes.close(),
  }
}
