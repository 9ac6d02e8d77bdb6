// The test of a provider that checks passwords: somebody is looked up or signed in, with the form as it stands.
import { crowd, ldap, type LdapGroupMapping, type NewLdapServer, type PasswordTest } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Steps } from '../../shared/test-steps.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PanelProps, Values } from './kind.ts'
import styles from './providers.module.css'
import { Account, Raw } from './test-report.tsx'

interface Person {
  user: string
  password: string
}

// The fields of the forms are those of the contracts; the server checks them again.
const asServer = (values: Values) => values as unknown as NewLdapServer

export const LdapServerTest = ({ values }: PanelProps) => (
  <TestPanel
    text={message('providers.testText')}
    run={(person) => call(ldap.test, { body: { server: asServer(values), ...person } })}
  />
)

/** Before a mapping is saved: which groups it would give somebody. */
export function LdapMappingTest({ values, lists }: PanelProps) {
  const server = lists['servers']?.find(({ key }) => key === values['server'])
  if (server === undefined) return null
  const mapping = values as unknown as LdapGroupMapping
  const run = ({ user }: Person) =>
    call(ldap.test, {
      body: { server: asServer(server), mappings: [{ ...mapping, name: mapping.name || 'unsaved' }], user },
    })
  return (
    <TestPanel
      text={message('providers.previewText')}
      title={message('providers.preview')}
      isWithoutPassword
      run={run}
    />
  )
}

export const CrowdTest = ({ values }: PanelProps) => (
  <TestPanel
    text={message('providers.testText')}
    run={(person) => call(crowd.test, { body: { settings: values, ...person } })}
  />
)

interface TestPanelProps {
  title?: string
  text: string
  isWithoutPassword?: boolean
  run: (person: Person) => Promise<PasswordTest>
}

function TestPanel({
  title = message('providers.test'),
  text,
  isWithoutPassword = false,
  run,
}: TestPanelProps) {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const test = useMutation({ mutationFn: () => run({ user, password }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (user.trim() !== '') test.mutate()
  }
  return (
    <FormSection title={title} text={text}>
      <form className={styles['testForm']} onSubmit={submit}>
        <TextField
          label={message('providers.testUser')}
          value={user}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        {isWithoutPassword ? null : (
          <PasswordField
            label={message('providers.testPassword')}
            value={password}
            autoComplete="new-password"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size={36} look="filled" isBusy={test.isPending} disabled={user.trim() === ''}>
          {message('providers.run')}
        </Button>
      </form>
      <div aria-live="polite" className={styles['report']}>
        {test.error === null ? null : <Notice look="error">{test.error.message}</Notice>}
        {test.data === undefined || test.isPending ? null : (
          <>
            <Notice look={test.data.isPassed ? 'ok' : 'error'}>
              {test.data.account?.verdict ?? message('providers.testFailed')}
            </Notice>
            <Steps steps={test.data.steps} />
            {test.data.account === null ? null : <Account account={test.data.account} />}
            <Raw value={test.data.raw} />
          </>
        )}
      </div>
    </FormSection>
  )
}
