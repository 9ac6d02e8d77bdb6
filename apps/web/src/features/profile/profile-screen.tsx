// One's own account. What it holds is behind the password, because a browser may be left alone.
import type { Profile } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { FormIndex } from '../../shared/form-section.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import styles from '../../shared/settings-page.module.css'
import { Card } from '../../ui/card.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { ApiKey } from './api-key.tsx'
import { Devices } from './devices.tsx'
import { Follows } from './follows.tsx'
import { Identity } from './identity.tsx'
import { isLocked } from './lock.ts'
import { Password } from './password.tsx'
import { Preferences } from './preferences.tsx'
import { profileState } from './queries.ts'
import { SecondFactor } from './second-factor.tsx'
import { SshKeys } from './ssh-keys.tsx'
import { OwnTokens } from './own-tokens.tsx'
import { UnlockCard } from './unlock-card.tsx'

export function ProfileScreen() {
  const user = useCurrentUser()
  // Where anonymous access is on, somebody may come here who has no profile.
  return isPerson(user) ? <OwnProfile name={user.name} /> : <Navigate to="/login" replace />
}

function OwnProfile({ name }: { name: string }) {
  const state = useQuery(profileState)
  const isSlow = useLasting(state.isPending, 1000)
  return (
    <>
      <PageHead title={message('shell.profile')} amount={name} />
      {state.error !== null && state.data === undefined ? (
        <Card>
          <PanelError
            title={message('profile.failed')}
            error={state.error}
            onRetry={() => void state.refetch()}
          />
        </Card>
      ) : null}
      {state.isPending && isSlow ? <SkeletonBlock /> : null}
      {state.data === undefined ? null : isLocked(state.data) ? (
        <UnlockCard />
      ) : (
        <Sections profile={state.data} />
      )}
    </>
  )
}

function Sections({ profile }: { profile: Profile }) {
  const entries = [
    { id: 'identity', title: message('profile.identity') },
    { id: 'password', title: message('profile.password') },
    { id: 'tokens', title: message('profile.tokens') },
    { id: 'api-key', title: message('profile.apiKey') },
    { id: 'ssh-keys', title: message('profile.sshKeys') },
    { id: 'second-factor', title: message('profile.secondFactor') },
    { id: 'devices', title: message('profile.devices') },
    { id: 'preferences', title: message('profile.preferences') },
    { id: 'notifications', title: message('profile.notifications') },
  ]
  return (
    <div className={styles['indexed']}>
      <FormIndex label={message('profile.sections')} entries={entries} />
      <div className={styles['main']}>
        <Identity profile={profile} />
        <Password profile={profile} />
        <OwnTokens name={profile.name} />
        <ApiKey hasKey={profile.hasApiKey} />
        <SshKeys />
        <SecondFactor />
        <Devices />
        <Preferences />
        <Follows profile={profile} />
      </div>
    </div>
  )
}
