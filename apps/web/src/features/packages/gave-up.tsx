import { Navigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError, isUnreachable } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { Card } from '../../ui/card.tsx'

/** A package that could not be loaded is not found; only a lost connection is worth another try. */
export function GaveUp({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // The address as it was: it changes as soon as the way to the page 404 begins.
  const [path] = useState(useRouterState({ select: (state) => state.location.pathname }))
  // The frame says that the session has ended; the address has to stay, to come back to.
  if (error instanceof CallError && error.status === 401) return null
  if (!isUnreachable(error)) return <Navigate to="/404" state={{ missing: path }} replace />
  return (
    <Card>
      <PanelError title={message('version.failed')} error={error} onRetry={onRetry} />
    </Card>
  )
}
