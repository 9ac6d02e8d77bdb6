import { createOutboundFetch, type OutboundFetch } from './fetch.ts'
import { createOutboundPolicy, type OutboundPolicy } from './policy.ts'

/** Everything that leaves the server by itself goes through this. */
export interface Outbound {
  policy: OutboundPolicy
  fetch: OutboundFetch
  close(): Promise<void>
}

export function openOutbound(allowedNetworks: string[]): Outbound {
  const policy = createOutboundPolicy(allowedNetworks)
  const fetch = createOutboundFetch(policy)
  return { policy, fetch, close: () => fetch.close() }
}
