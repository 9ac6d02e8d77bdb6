// The fields of a user, new or known. What cannot be changed here is shown with the reason.
import type { UserDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { GroupPicker } from '../../shared/access/group-picker.tsx'
import { PrivilegeChecks } from '../../shared/access/privilege-checks.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { realmLabel } from './realm.ts'
import { securityRules } from './queries.ts'
import type { Mistakes, SignInWay, UserDraft } from './user-draft.ts'

interface UserFormProps {
  draft: UserDraft
  onChange: (change: Partial<UserDraft>) => void
  mistakes: Mistakes
  /** Undefined for a new one. */
  user?: UserDetails
}

export function UserForm({ draft, onChange, mistakes, user }: UserFormProps) {
  const isInvitation = user === undefined && draft.way === 'invitation'
  return (
    <>
      <Identity
        draft={draft}
        onChange={onChange}
        mistakes={mistakes}
        {...(user === undefined ? {} : { user })}
      />
      <SignIn
        draft={draft}
        onChange={onChange}
        mistakes={mistakes}
        {...(user === undefined ? {} : { user })}
      />
      {isInvitation ? null : (
        <Roles draft={draft} onChange={onChange} {...(user === undefined ? {} : { user })} />
      )}
      <Groups draft={draft} onChange={onChange} {...(user === undefined ? {} : { user })} />
    </>
  )
}

type PartProps = Omit<UserFormProps, 'mistakes'>

const isExternal = (user: UserDetails | undefined): user is UserDetails =>
  user !== undefined && user.realm !== 'internal'

function Identity({ draft, onChange, mistakes, user }: UserFormProps) {
  return (
    <FormSection title={message('people.identity')}>
      {isExternal(user) ? (
        <Notice>{message('people.external', { realm: realmLabel(user.realm) })}</Notice>
      ) : null}
      {user === undefined && draft.way === 'invitation' ? null : (
        <TextField
          name="name"
          label={message('people.userName')}
          description={message(user === undefined ? 'people.userNameHelp' : 'people.userNameFixed')}
          required={user === undefined}
          readOnly={user !== undefined}
          autoFocus={user === undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={styles['wide'] ?? ''}
          value={draft.name}
          error={mistakes.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      )}
      <TextField
        name="email"
        type="email"
        label={message('people.email')}
        description={message('people.emailHelp')}
        required={draft.way === 'invitation'}
        readOnly={isExternal(user)}
        autoComplete="off"
        className={styles['wide'] ?? ''}
        value={draft.email}
        error={mistakes.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
    </FormSection>
  )
}

function SignIn({ draft, onChange, mistakes, user }: UserFormProps) {
  const rules = useQuery(securityRules).data
  const isProviderOnly = rules?.loginView.loginIsExternal === true
  const ways: { value: SignInWay; label: string; description: string }[] = [
    {
      value: 'password',
      label: message('people.wayPassword'),
      description: message('people.wayPasswordText'),
    },
    ...(user === undefined
      ? [
          {
            value: 'invitation' as const,
            label: message('people.wayInvitation'),
            description: message('people.wayInvitationText'),
          },
        ]
      : []),
    {
      value: 'provider',
      label: message('people.wayProvider'),
      description: message('people.wayProviderText'),
    },
  ]
  return (
    <FormSection title={message('people.signIn')}>
      {isExternal(user) ? (
        <p className={styles['muted']}>
          {message('people.externalSignIn', { realm: realmLabel(user.realm) })}
        </p>
      ) : (
        <RadioList
          label={message('people.signInWay')}
          isLabelHidden
          options={ways}
          value={draft.way}
          onChange={(way) => onChange({ way })}
        />
      )}
      {draft.way === 'password' && !isExternal(user) ? (
        isProviderOnly ? (
          <Notice>{message('people.providerOnly')}</Notice>
        ) : (
          <>
            <PasswordField
              name="password"
              label={message(user === undefined ? 'people.password' : 'people.newPassword')}
              description={user === undefined ? undefined : message('people.keepPassword')}
              required={user === undefined}
              autoComplete="new-password"
              className={styles['wide'] ?? ''}
              value={draft.password}
              error={mistakes.password}
              onChange={(event) => onChange({ password: event.currentTarget.value })}
            />
            <CheckRow
              label={message('people.mustChange')}
              description={message('people.mustChangeText')}
              checked={draft.mustChangePassword}
              onChange={(mustChangePassword) => onChange({ mustChangePassword })}
            />
          </>
        )
      ) : null}
      {user === undefined ? null : (
        <CheckRow
          label={message('people.disabledCheck')}
          description={user.whyNot['disable'] ?? message('people.disabledCheckText')}
          checked={draft.isDisabled}
          disabled={user.can['disable'] === false && !draft.isDisabled}
          onChange={(isDisabled) => onChange({ isDisabled })}
        />
      )}
    </FormSection>
  )
}

function Roles({ draft, onChange, user }: PartProps) {
  const throughGroup = user?.memberships.find(({ isAdmin }) => isAdmin)?.group
  const isKept = user?.can['demote'] === false && draft.isAdmin
  return (
    <FormSection title={message('people.roles')} text={message('people.rolesText')}>
      <div className={styles['checks']}>
        <CheckRow
          label={message('people.administrator')}
          description={
            isKept
              ? (user?.whyNot['demote'] ?? '')
              : throughGroup === undefined
                ? message('people.administratorText')
                : message('people.administratorThrough', { group: throughGroup })
          }
          checked={draft.isAdmin}
          disabled={isKept}
          onChange={(isAdmin) => onChange({ isAdmin })}
        />
        <PrivilegeChecks
          isAdmin={draft.isAdmin}
          privileges={draft.privileges}
          hasTexts
          onChange={(privileges) => onChange({ privileges })}
        />
      </div>
      <h3>{message('people.options')}</h3>
      <div className={styles['checks']}>
        <CheckRow
          label={message('people.canUpdateProfile')}
          description={message('people.canUpdateProfileText')}
          checked={draft.isProfileUpdatable}
          onChange={(isProfileUpdatable) => onChange({ isProfileUpdatable })}
        />
        <CheckRow
          label={message('people.uiAccess')}
          description={message('people.uiAccessText')}
          checked={draft.hasUiAccess}
          onChange={(hasUiAccess) => onChange({ hasUiAccess })}
        />
      </div>
    </FormSection>
  )
}

function Groups({ draft, onChange, user }: PartProps) {
  const fixed = (user?.memberships ?? [])
    .filter(({ source }) => source !== 'internal')
    .map(({ group, source }) => ({ name: group, why: message('people.fromProvider', { source }) }))
  return (
    <FormSection title={message('people.groups')} text={message('people.groupsText')}>
      <GroupPicker
        label={message('people.memberOf')}
        values={draft.groups}
        fixed={fixed}
        onChange={(groups) => onChange({ groups })}
      />
    </FormSection>
  )
}
