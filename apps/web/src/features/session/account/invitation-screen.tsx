import { registration } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { query } from '../../../lib/query.ts'
import { useSearchParams } from '../../../lib/search-params.ts'
import { useStart } from '../../../lib/frame.ts'
import { brand } from '../../../messages/brand.ts'
import { LateSkeletonBlock } from '../../../ui/skeleton.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import { parseTokenSearch } from '../sign-in-search.ts'
import { useProceed } from '../use-sign-in.ts'
import { RegistrationForm } from './registration-form.tsx'

/** Takes up an invitation. Without a valid token one does not get here. */
export function InvitationScreen() {
  const proceed = useProceed()
  const { token = '' } = useSearchParams(parseTokenSearch)
  const { data } = useQuery({ ...query(registration.verifyToken, { body: { token } }), staleTime: 60_000 })
  const start = useStart()
  const place = start === undefined || start.serverName === '' ? brand.product : start.serverName
  return (
    <SignInFrame
      title={message('session.invitationTitle')}
      lead={data === undefined ? undefined : leadOf(data, place)}
      below={<Link to="/login">{message('session.back')}</Link>}
    >
      {data === undefined ? (
        <LateSkeletonBlock />
      ) : (
        <RegistrationForm
          button={message('account.join')}
          invitation={{ token, email: data.email ?? '' }}
          onDone={(user, password) => void proceed(user, { password, preventRedirect: false })}
        />
      )}
    </SignInFrame>
  )
}

interface InvitationFacts {
  invitedBy: string | null
  project: string | null
}

/** Who invited, to what, and into which project where there is one. */
function leadOf({ invitedBy, project }: InvitationFacts, place: string): string {
  const lead =
    invitedBy === null
      ? message('account.invited', { place })
      : message('account.invitedBy', { name: invitedBy, place })
  return project === null ? lead : `${lead} ${message('account.invitedProject', { project })}`
}
