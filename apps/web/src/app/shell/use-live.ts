import type { LiveEvent } from '@bindery/contracts'
import { useEffect } from 'react'
import { onRecovery, watchNetwork } from '../../lib/connection.ts'
import { current } from '../../lib/frame.ts'
import { onLive, startLive } from '../../lib/live.ts'
import { refreshAfter, refreshWhenSeen } from '../../lib/live-refresh.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { checkReader, onSameReader } from '../../lib/other-reader.ts'
import { cache } from '../../lib/query.ts'
import { readerName } from '../../lib/reader.ts'
import { changeReader, useCurrentUser } from '../../lib/session.ts'
import { sessionEnded, suspectSessionEnd } from '../../lib/session-end.ts'
import { useStore } from '../../lib/store.ts'

/** Keeps what is on the screen true while somebody looks at it: news, lost connections, other tabs. */
export function useLive() {
  const name = useCurrentUser()?.name
  const hasEnded = useStore(sessionEnded)
  useEffect(() => (name === undefined || hasEnded ? undefined : startLive()), [name, hasEnded])
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      refreshWhenSeen()
      void checkReader()
    }
    document.addEventListener('visibilitychange', look)
    const stops = [
      onLive(hear),
      watchNetwork(),
      onRecovery(() => void cache.invalidateQueries()),
      onSameReader(goOn),
      () => document.removeEventListener('visibilitychange', look),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

function hear(event: LiveEvent) {
  if (event.topic === 'session') loseSession()
  if (event.job?.state === 'failed') notify('warning', message('shell.jobFailed', { kind: event.job.kind }))
  refreshAfter(event)
}

/** A visitor has no session to lose, but may have lost the leave to look. */
function loseSession() {
  if (readerName() === undefined) void cache.invalidateQueries({ queryKey: current.queryKey })
  else void suspectSessionEnd()
}

/** Signed in again in the tab beside this one. */
function goOn() {
  if (sessionEnded.get()) void changeReader()
}
