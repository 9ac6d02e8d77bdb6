import type { ConnectionReport, ReverseProxySettings } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { Steps } from '../../shared/test-steps.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { publicAddress, useCheckAddress } from './queries.ts'

interface AddressCheckProps {
  settings: ReverseProxySettings
  report: ConnectionReport | undefined
  onReport: (report: ConnectionReport | undefined) => void
  fix: (step: ConnectionReport['steps'][number]) => ReactNode
}

export function AddressCheck({ settings, report, onReport, fix }: AddressCheckProps) {
  const known = useQuery(publicAddress).data?.baseUrl ?? ''
  const [typed, setTyped] = useState<string>()
  const [mistake, setMistake] = useState<string>()
  const check = useCheckAddress()
  const url = typed ?? (addressOf(settings) || known)
  const run = (event: FormEvent) => {
    event.preventDefault()
    onReport(undefined)
    const isRight = isWebAddress(url)
    setMistake(isRight ? undefined : message('spec.validUrl'))
    if (isRight) check.mutate({ body: { type: 'baseUrl', url } }, { onSuccess: onReport })
  }
  return (
    <FormSection title={message('network.check')} text={message('network.checkText')}>
      <form className={styles['section']} onSubmit={run} noValidate>
        <TextField
          label={message('network.checkUrl')}
          type="url"
          inputMode="url"
          autoComplete="off"
          className={styles['wide'] ?? ''}
          value={url}
          error={mistake}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setMistake(undefined)
          }}
        />
        <div className={styles['actions']}>
          <Button type="submit" isBusy={check.isPending}>
            {message('network.runCheck')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className={styles['section']}>
        {check.error === null ? null : <Notice look="error">{check.error.message}</Notice>}
        {report === undefined ? null : (
          <>
            <Notice look={report.isPassed ? 'ok' : 'error'}>
              {message(report.isPassed ? 'network.checkPassed' : 'network.checkFailed')}
            </Notice>
            <Steps steps={report.steps} fix={fix} />
          </>
        )}
      </div>
    </FormSection>
  )
}

/** The address that the settings give; empty without a name. */
function addressOf({ serverName, useHttps, httpsPort, httpPort }: ReverseProxySettings): string {
  if (serverName === '') return ''
  if (useHttps) return `https://${serverName}${httpsPort === 443 ? '' : `:${httpsPort}`}/`
  return `http://${serverName}${httpPort === 80 ? '' : `:${httpPort}`}/`
}
