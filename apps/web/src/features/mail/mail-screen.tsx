// The mail server that letters leave by: invitations, links for new passwords.
import { mail, type MailSettings } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Draft, useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { LastSaved } from '../../shared/last-saved.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { SecretField } from '../../shared/secret-field.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { draftOf, givenOf, type MailDraft, mistakesOf, withSecurity } from './mail-draft.ts'
import { mailSettings, useSaveMail, useTestMail } from './queries.ts'

export function MailScreen() {
  const settings = useQuery(mailSettings)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('spec.administration'), to: '/admin' },
          { text: message('shell.groupPlatform'), to: '/admin/configuration/mail' },
          { text: message('shell.mail') },
        ]}
      />
      <Loaded query={settings} failed={message('security.mailFailed')} keepsPage>
        {(data) => <MailForm saved={data} />}
      </Loaded>
    </>
  )
}

function MailForm({ saved }: { saved: MailSettings }) {
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<MailDraft>(draftOf(saved))
  const store = useSaveMail()
  const [wasTried, setTried] = useState(false)
  const { error } = store
  const mistakes = {
    ...(error?.field === undefined ? {} : { [error.field]: error.message }),
    ...(wasTried ? mistakesOf(draft.value) : {}),
  }
  const save = () => {
    setTried(true)
    const [wrong] = Object.keys(mistakesOf(draft.value))
    if (wrong !== undefined) {
      page.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    store.mutate(
      { body: givenOf(draft.value) },
      {
        onSuccess: (answer) => {
          draft.reset(draftOf(answer))
          notify('success', message('security.mailSaved'))
        },
      },
    )
  }
  return (
    <>
      <PageHead title={message('shell.mailSettings')}>
        <LastSaved kind="mail.changed" />
        <CopyCurl endpoint={mail.save} body={() => givenOf(draft.value)} />
      </PageHead>
      <div ref={page} className={styles['columns']}>
        <div className={styles['main']}>
          <ServerSection draft={draft} mistakes={mistakes} hasPassword={saved.hasPassword} />
          <LetterSection draft={draft} mistakes={mistakes} />
        </div>
        <div className={styles['side']}>
          <TestSection draft={draft.value} />
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={store.isPending}
        error={error?.field === undefined ? error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
      />
    </>
  )
}

interface PartProps {
  draft: Draft<MailDraft>
  mistakes: Partial<Record<string, string>>
}

function ServerSection({ draft, mistakes, hasPassword }: PartProps & { hasPassword: boolean }) {
  const { value, change } = draft
  return (
    <FormSection title={message('security.mailServer')} text={message('security.mailText')}>
      <CheckRow
        label={message('security.mailEnabled')}
        description={message('security.mailEnabledText')}
        checked={value.isEnabled}
        onChange={(isEnabled) => change({ isEnabled })}
      />
      <div className={styles['pair']}>
        <TextField
          name="host"
          label={message('security.mailHost')}
          required={value.isEnabled}
          spellCheck={false}
          autoComplete="off"
          value={value.host}
          error={mistakes['host']}
          onChange={(event) => change({ host: event.currentTarget.value })}
        />
        <NumberField
          name="port"
          label={message('security.mailPort')}
          min={1}
          max={65_535}
          value={value.port}
          error={mistakes['port']}
          onChange={(port) => change({ port })}
        />
        <SelectField
          label={message('security.mailSecurity')}
          options={[
            { value: 'starttls', label: message('security.mailStarttls') },
            { value: 'tls', label: message('security.mailTls') },
            { value: 'none', label: message('security.mailPlain') },
          ]}
          value={value.security}
          onChange={(security) =>
            change(withSecurity(value, security === 'tls' || security === 'none' ? security : 'starttls'))
          }
        />
      </div>
      {value.security === 'none' ? <Notice look="warn">{message('security.mailPlainText')}</Notice> : null}
      <TextField
        name="user"
        label={message('security.mailUser')}
        description={message('security.mailUserHelp')}
        autoComplete="off"
        spellCheck={false}
        className={styles['wide'] ?? ''}
        value={value.user}
        error={mistakes['user']}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
      <SecretField
        label={message('security.mailPassword')}
        isSet={hasPassword}
        value={value.password}
        onChange={(password) => change({ password })}
      />
    </FormSection>
  )
}

function LetterSection({ draft, mistakes }: PartProps) {
  const { value, change } = draft
  const field = (name: 'from' | 'fromName' | 'subjectPrefix' | 'baseUrl') => ({
    name,
    className: styles['wide'] ?? '',
    autoComplete: 'off',
    value: value[name],
    error: mistakes[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <FormSection title={message('security.letters')}>
      <TextField
        {...field('from')}
        type="email"
        label={message('security.mailFrom')}
        required={value.isEnabled}
      />
      <TextField {...field('fromName')} label={message('security.mailFromName')} maxLength={100} />
      <TextField
        {...field('subjectPrefix')}
        label={message('security.mailPrefix')}
        description={message('security.mailPrefixHelp')}
        maxLength={100}
      />
      <TextField
        {...field('baseUrl')}
        label={message('security.mailBase')}
        description={message('security.mailBaseHelp')}
        placeholder={location.origin}
      />
    </FormSection>
  )
}

/** Sends a letter with what the form holds, saved or not. */
function TestSection({ draft }: { draft: MailDraft }) {
  const own = useCurrentUser()?.email ?? ''
  const [to, setTo] = useState(own)
  const test = useTestMail()
  const [isMissing, setMissing] = useState(false)
  const run = () => {
    setMissing(to.trim() === '')
    if (to.trim() !== '') test.mutate({ body: { ...givenOf(draft), to: to.trim() } })
  }
  return (
    <FormSection title={message('security.mailTest')} text={message('security.mailTestText')}>
      <TextField
        label={message('security.mailTo')}
        type="email"
        value={to}
        error={isMissing && to.trim() === '' ? message('spec.mandatory') : undefined}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <div className={styles['actions']}>
        <Button isBusy={test.isPending} onClick={run}>
          {message('security.mailSend')}
        </Button>
      </div>
      {test.data === undefined ? null : (
        <Notice look={test.data.isSent ? 'ok' : 'error'} isUrgent>
          {test.data.message}
        </Notice>
      )}
      {test.error === null ? null : (
        <Notice look="error" isUrgent>
          {test.error.message}
        </Notice>
      )}
    </FormSection>
  )
}
