import type { IdentityToken } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { exactTime } from '../../lib/time.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { lifeOptions, usualLife } from '../../shared/token-life.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { HideIcon, ShowIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { profileState, useMakeToken, useUnlock } from './queries.ts'
import styles from './set-me-up-panel.module.css'
import { masked } from './snippet-lines.tsx'

interface CredentialsProps {
  made: IdentityToken | undefined
  /** Undefined puts it away, to make another. */
  onMade: (token: IdentityToken | undefined) => void
}

/** A token made on the spot; those without an account read without one. */
export function Credentials({ made, onMade }: CredentialsProps) {
  const user = useCurrentUser()
  if (!isPerson(user))
    return (
      <p className={styles['muted']}>
        {message('setMeUp.anonymous')} <Link to="/login">{message('shell.logIn')}</Link>
      </p>
    )
  return made === undefined ? (
    <MakeToken name={user.name} onMade={onMade} />
  ) : (
    <Made token={made} onReplace={() => onMade(undefined)} />
  )
}

function Made({ token, onReplace }: { token: IdentityToken; onReplace: () => void }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <div className={styles['lines']}>
        <div className={styles['line']}>
          <code>{isShown ? token.referenceToken : masked(token.referenceToken)}</code>
          <IconButton
            icon={isShown ? HideIcon : ShowIcon}
            size={28}
            label={message(isShown ? 'setMeUp.hideToken' : 'setMeUp.showToken')}
            onClick={() => setShown(!isShown)}
          />
          <CopyButton text={token.referenceToken} what={message('setMeUp.token')} />
        </div>
      </div>
      <p className={styles['muted']}>
        {message('setMeUp.shownOnce')}
        {token.expiresAt === null
          ? null
          : ` ${message('setMeUp.until', { time: exactTime(token.expiresAt) })}`}{' '}
        <Button look="plain" size={28} onClick={onReplace}>
          {message('setMeUp.replace')}
        </Button>
      </p>
    </>
  )
}

function MakeToken({ name, onMade }: { name: string; onMade: (token: IdentityToken) => void }) {
  const { data: state } = useQuery(profileState)
  const unlock = useUnlock()
  const make = useMakeToken()
  const [life, setLife] = useState(usualLife)
  const [password, setPassword] = useState('')
  const isLocked = state?.requireProfileUnlock === true && state.requireProfilePassword
  const error = unlock.error ?? make.error
  const create = () =>
    make.mutate(
      {
        params: { name },
        body: { expiresIn: Number(life), description: message('setMeUp.tokenDescription') },
      },
      { onSuccess: onMade },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLocked) unlock.mutate({ body: { password } }, { onSuccess: create })
    else create()
  }
  return (
    <form className={styles['make']} noValidate onSubmit={submit}>
      <p className={styles['muted']}>{message('setMeUp.credentialsText')}</p>
      <div className={styles['makeRow']}>
        {isLocked ? (
          <PasswordField
            label={message('setMeUp.password')}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : null}
        <SelectField
          label={message('setMeUp.valid')}
          options={lifeOptions()}
          value={life}
          onChange={setLife}
        />
        <Button
          type="submit"
          look="outlined"
          size={36}
          isBusy={unlock.isPending || make.isPending}
          disabled={state === undefined || (isLocked && password === '')}
        >
          {message('setMeUp.createToken')}
        </Button>
      </div>
      {error === null ? null : (
        <Notice look="error" isUrgent>
          {error.message}
        </Notice>
      )}
    </form>
  )
}
