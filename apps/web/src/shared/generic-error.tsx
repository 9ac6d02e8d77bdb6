import { useState } from 'react'
import { CallError } from '../lib/call.ts'
import { copyText } from '../lib/copy.ts'
import { message } from '../lib/messages.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { CopyIcon, RefreshIcon } from '../ui/icons.ts'
import styles from './error-layout.module.css'
import { RequestId } from './request-id.tsx'

/** The page for what nobody expected, in the prescribed words. */
export function GenericError({ error }: { error?: Error | undefined }) {
  const requestId = error instanceof CallError ? error.requestId : undefined
  return (
    <div className={styles['page']}>
      <p className={styles['display']}>{message('spec.oops')}</p>
      <h1>{message('spec.wentWrong')}</h1>
      <p className={styles['text']}>{message('spec.unexpected')}</p>
      {error === undefined ? null : <Details error={error} requestId={requestId} />}
      <div className={styles['actions']}>
        <Button look="filled" icon={RefreshIcon} onClick={() => location.reload()}>
          {message('errors.refresh')}
        </Button>
        <RequestId id={requestId} />
      </div>
      <p className={styles['hint']}>{message('errors.refreshHint')}</p>
    </div>
  )
}

function Details({ error, requestId }: { error: Error; requestId: string | undefined }) {
  const [time] = useState(() => new Date().toISOString())
  const facts = [
    { label: message('errors.detailMessage'), value: error.message === '' ? error.name : error.message },
    { label: message('errors.detailAddress'), value: location.pathname },
    { label: message('errors.detailTime'), value: time },
    ...(requestId === undefined ? [] : [{ label: message('shared.requestId'), value: requestId }]),
  ]
  const all = facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  return (
    <details className={styles['details']}>
      <summary>{message('spec.moreDetails')}</summary>
      <Facts facts={facts} />
      <Button size={28} icon={CopyIcon} onClick={() => void copyText(all)}>
        {message('errors.copyDetails')}
      </Button>
    </details>
  )
}
