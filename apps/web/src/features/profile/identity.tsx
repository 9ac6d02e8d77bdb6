import type { Profile } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { exactTime } from '../../lib/time.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { NameChips } from '../../shared/name-chips.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './profile.module.css'
import { useSaveProfile } from './queries.ts'

export function Identity({ profile }: { profile: Profile }) {
  const save = useSaveProfile()
  const [email, setEmail] = useState(profile.email ?? '')
  const why = whyFixed(profile)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      { body: { email: email.trim() === '' ? null : email.trim() } },
      { onSuccess: () => notify('success', message('profile.saved')) },
    )
  }
  const isSame = email.trim() === (profile.email ?? '')
  return (
    <FormSection id="identity" title={message('profile.identity')}>
      {why === undefined ? null : <Notice>{why}</Notice>}
      <Facts
        facts={[
          { label: message('profile.name'), value: profile.name },
          { label: message('profile.realm'), value: realmOf(profile.realm) },
          { label: message('profile.groups'), value: <NameChips names={profile.groups} show={8} /> },
          {
            label: message('profile.lastSignIn'),
            value:
              profile.lastSignedInAt === null
                ? message('shared.notGiven')
                : exactTime(profile.lastSignedInAt),
          },
        ]}
      />
      <form className={styles['line']} noValidate onSubmit={submit}>
        <TextField
          label={message('profile.email')}
          type="email"
          autoComplete="email"
          disabled={why !== undefined}
          value={email}
          error={save.error?.message}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            if (save.error !== null) save.reset()
          }}
        />
        <ChangeButton
          type="submit"
          look="filled"
          disabled={why !== undefined || isSame}
          isBusy={save.isPending}
        >
          {message('shared.save')}
        </ChangeButton>
      </form>
    </FormSection>
  )
}

/** Why somebody cannot change it here; undefined when they can. */
function whyFixed({ realm, profileUpdatable }: Profile): string | undefined {
  if (realm !== 'internal') return message('profile.fixedElsewhere', { realm: realmOf(realm) })
  return profileUpdatable ? undefined : message('profile.fixed')
}

const realmOf = (realm: string) => (realm === 'internal' ? message('profile.internal') : realm.toUpperCase())
