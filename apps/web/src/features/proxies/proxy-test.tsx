import { type FormEvent, useState } from 'react'
import { isWebAddress } from '../../lib/web-address.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { Steps } from '../../shared/test-steps.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { givenOf, type ProxyDraft } from './proxy-draft.ts'
import { useTestProxy } from './queries.ts'

/** Fetches an address through what the form holds, saved or not. */
export function ProxyTest({ draft, lastUrl = '' }: { draft: ProxyDraft; lastUrl?: string | undefined }) {
  const [url, setUrl] = useState(lastUrl)
  const [mistake, setMistake] = useState<string>()
  const test = useTestProxy()
  const run = (event: FormEvent) => {
    event.preventDefault()
    const isRight = isWebAddress(url.trim())
    setMistake(isRight ? undefined : message('spec.validUrl'))
    if (isRight)
      test.mutate({
        body: {
          type: 'proxy',
          url: url.trim(),
          settings: { ...givenOf(draft), key: draft.key.trim() || 'new' },
        },
      })
  }
  return (
    <FormSection title={message('network.test')} text={message('network.testText')}>
      <form className={styles['section']} onSubmit={run} noValidate>
        <TextField
          label={message('network.testUrl')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          error={mistake}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            setMistake(undefined)
          }}
        />
        <div className={styles['actions']}>
          <Button type="submit" isBusy={test.isPending} disabled={draft.host.trim() === ''}>
            {message('network.runTest')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className={styles['section']}>
        {test.error === null ? null : <Notice look="error">{test.error.message}</Notice>}
        {test.data === undefined || test.isPending ? null : (
          <>
            <Notice look={test.data.isPassed ? 'ok' : 'error'}>
              {message(test.data.isPassed ? 'network.testPassed' : 'network.testFailed')}
            </Notice>
            <Steps steps={test.data.steps} fix={({ fix }) => fix} />
          </>
        )}
      </div>
    </FormSection>
  )
}
