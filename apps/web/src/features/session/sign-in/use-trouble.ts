import { oauth } from '@bindery/contracts'
import { useEffect, useState } from 'react'
import { call, CallError } from '../../../lib/call.ts'
import { message } from '../../../lib/messages.ts'
import { useSearchParams } from '../../../lib/search-params.ts'
import { parseSignInSearch } from '../sign-in-search.ts'

/** Why a sign-in through a provider failed. The address carries an id only; the words are the server's. */
export function useTrouble(): readonly string[] {
  const { error: id } = useSearchParams(parseSignInSearch)
  const [lines, setLines] = useState<readonly string[]>([])
  useEffect(() => {
    if (id === undefined) return
    call(oauth.ssoError, { params: { id } })
      .then(({ message: text }) => setLines([text]))
      .catch((error: unknown) => setLines(wordsOf(error)))
  }, [id])
  return lines
}

function wordsOf(error: unknown): readonly string[] {
  const said = error instanceof CallError ? error.said : []
  return said.length > 0 ? said : [message('session.providerFailed')]
}
