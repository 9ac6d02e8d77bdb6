import { Navigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { GenericError } from '../../shared/generic-error.tsx'

/** Somebody who opens this address directly has met no error: they get the start page. */
export function ServerErrorScreen() {
  const router = useRouter()
  const [cameFromElsewhere] = useState(() => router.history.location.state.__TSR_index > 0)
  return cameFromElsewhere ? <GenericError /> : <Navigate to="/" replace />
}
