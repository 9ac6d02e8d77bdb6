// The requests of one's own clients, as they arrive: each answer says where the next one goes on.
import { type ClientRequest, clientSetup } from '@bindery/contracts'
import { useEffect, useState } from 'react'
import { call } from '../../lib/call.ts'

const mostShown = 5
/** After a failure, so that a server that is away is not asked without end. */
const pause = 5000

export function useRequests(repository: string): ClientRequest[] {
  const [seen, setSeen] = useState<ClientRequest[]>([])
  useEffect(() => {
    const stop = new AbortController()
    setSeen([])
    void follow(repository, stop.signal, (items) =>
      setSeen((before) => [...items.toReversed(), ...before].slice(0, mostShown)),
    )
    return () => stop.abort()
  }, [repository])
  return seen
}

async function follow(repository: string, signal: AbortSignal, tell: (items: ClientRequest[]) => void) {
  let after: number | undefined
  while (!signal.aborted) {
    try {
      const query = after === undefined ? { repository } : { repository, after }
      const { items, latest } = await call(clientSetup.requests, { query }, signal)
      after = latest
      if (items.length > 0) tell(items)
    } catch {
      // Gone, or away for a moment: the panel goes on waiting, the frame says when the connection is lost.
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
