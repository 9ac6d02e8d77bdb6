import { message } from '../../lib/messages.ts'
import { SecretField } from '../../shared/secret-field.tsx'
import styles from '../../shared/settings-page.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { Mistakes } from './repository-draft.ts'

interface ServerFieldsProps {
  label: string
  description?: string
  url: string
  username: string
  /** Undefined keeps what is there. */
  password: string | undefined
  hasPassword: boolean
  mistakes: Mistakes
  onUrl: (url: string) => void
  onUsername: (username: string) => void
  onPassword: (password: string | undefined) => void
}

/** Where another server is, and who asks there. */
export function ServerFields(props: ServerFieldsProps) {
  const { label, description, url, username, password, hasPassword, mistakes } = props
  return (
    <>
      <TextField
        name="url"
        type="url"
        inputMode="url"
        label={label}
        {...(description === undefined ? {} : { description })}
        required
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        value={url}
        error={mistakes['url']}
        onChange={(event) => props.onUrl(event.currentTarget.value)}
      />
      <div className={styles['pair']}>
        <TextField
          name="username"
          label={message('repository.username')}
          autoComplete="off"
          spellCheck={false}
          value={username}
          onChange={(event) => props.onUsername(event.currentTarget.value)}
        />
        <SecretField
          label={message('repository.password')}
          isSet={hasPassword}
          value={password}
          error={mistakes['password']}
          onChange={props.onPassword}
        />
      </div>
    </>
  )
}
