import type { IdentityToken } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { message, type MessageId } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { exactTime } from '../../lib/time.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { lifeOptions, usualLife } from '../../shared/token-life.ts'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { HideIcon, ShowIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { Verb } from './choices.ts'
import { profileState, useMakeToken, useUnlock } from './queries.ts'
import styles from './set-me-up-panel.module.css'
import { masked } from './snippet-lines.tsx'

interface TokenLimit {
  repository: string
  verb: Verb
}

interface CredentialsProps {
  made: IdentityToken | undefined
  /** For a build server: the repository that the token can be kept to. */
  limit: TokenLimit | undefined
  /** Undefined puts it away, to make another. */
  onMade: (token: IdentityToken | undefined) => void
}

/** A token made on the spot; those without an account read without one. */
export function Credentials({ made, limit, onMade }: CredentialsProps) {
  const user = useCurrentUser()
  if (!isPerson(user))
    return (
      <p className={styles['muted']}>
        {message('setMeUp.anonymous')} <Link to="/login">{message('shell.logIn')}</Link>
      </p>
    )
  return made === undefined ? (
    <MakeToken name={user.name} limit={limit} onMade={onMade} />
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

interface MakeTokenProps {
  name: string
  limit: TokenLimit | undefined
  onMade: (token: IdentityToken) => void
}

function MakeToken({ name, limit, onMade }: MakeTokenProps) {
  const { data: state } = useQuery(profileState)
  const unlock = useUnlock()
  const make = useMakeToken()
  const [life, setLife] = useState(usualLife)
  const [password, setPassword] = useState('')
  const [isLimited, setLimited] = useState(true)
  const isLocked = state?.requireProfileUnlock === true && state.requireProfilePassword
  const error = unlock.error ?? make.error
  const create = () =>
    make.mutate(
      {
        params: { name },
        body: {
          expiresIn: Number(life),
          ...(limit === undefined
            ? { description: message('setMeUp.tokenDescription') }
            : { description: message('setMeUp.ciTokenDescription', { repository: limit.repository }) }),
          ...(limit !== undefined && isLimited
            ? { limit: { repository: limit.repository, actions: actionsOf[limit.verb] } }
            : {}),
        },
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
      {limit === undefined ? (
        <p className={styles['muted']}>{message('setMeUp.credentialsText')}</p>
      ) : (
        <CheckRow
          label={message('setMeUp.limited', { repository: limit.repository })}
          description={message(isLimited ? limitTexts[limit.verb] : 'setMeUp.credentialsText')}
          checked={isLimited}
          onChange={setLimited}
        />
      )}
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

/** What is published is looked at first, so that nothing is published twice. */
const actionsOf: Record<Verb, ('read' | 'deploy')[]> = {
  install: ['read'],
  publish: ['read', 'deploy'],
  both: ['read', 'deploy'],
}

const limitTexts: Record<Verb, MessageId> = {
  install: 'setMeUp.limitedRead',
  publish: 'setMeUp.limitedWrite',
  both: 'setMeUp.limitedWrite',
}
