import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStart } from '../../lib/frame.ts'
import { message } from '../../lib/messages.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Leads to the account portal of the hosting company; without one there is nothing here. */
export function PortalScreen() {
  const { provider } = useParams({ strict: false }) as { provider?: string } // the routes come from a list
  const { portal = '', portalProvider = '' } = useStart()?.addresses ?? {}
  const address = portal !== '' && provider === portalProvider ? portal : undefined
  useEffect(() => {
    if (address !== undefined) location.assign(address)
  }, [address])
  return address === undefined ? <NotFoundScreen /> : <p role="status">{message('later.portal')}</p>
}
