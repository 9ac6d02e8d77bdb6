import { cliLogin } from '@bindery/contracts'
import { useState } from 'react'
import type { CallError } from '../../../lib/call.ts'
import { useMutation } from '../../../lib/query.ts'
import { forgetClientSession } from '../client-session.ts'

interface Answer {
  session: string
  code?: string
  isAllowed: boolean
}

/** Tells the server what was decided; then the waiting command line is no longer this browser's business. */
export function useAnswer() {
  const [answered, setAnswered] = useState<boolean | undefined>(undefined)
  const [error, setError] = useState<CallError | undefined>(undefined)
  const respond = useMutation(cliLogin.respond)
  const answer = (body: Answer) => {
    setError(undefined)
    respond.mutate(
      { body },
      {
        onSuccess: ({ isAllowed }) => {
          forgetClientSession()
          setAnswered(isAllowed)
        },
        onError: setError,
      },
    )
  }
  return { answer, answered, error, isPending: respond.isPending }
}
