import { httpSso } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type PanelProps, textsOf } from './kind.ts'
import styles from './providers.module.css'

/** How the administrator's own request would be read with these settings: whether the proxy does what it should. */
export function HttpSsoTest({ values }: PanelProps) {
  const test = useMutation({ mutationFn: () => call(httpSso.test, { body: values }) })
  const isOpenToNobody = values['isEnabled'] === true && textsOf(values['proxies']).length === 0
  return (
    <FormSection title={message('providers.test')} text={message('providers.httpSsoTestText')}>
      {isOpenToNobody ? <Notice look="warn">{message('providers.noProxies')}</Notice> : null}
      <div className={styles['actions']}>
        <Button size={36} look="filled" isBusy={test.isPending} onClick={() => test.mutate()}>
          {message('providers.run')}
        </Button>
      </div>
      <div aria-live="polite" className={styles['report']}>
        {test.error === null ? null : <Notice look="error">{test.error.message}</Notice>}
        {test.data === undefined ? null : (
          <>
            <Notice look={test.data.isTrusted && test.data.header !== null ? 'ok' : 'info'}>
              {test.data.verdict}
            </Notice>
            <Facts
              facts={[
                { label: message('providers.peer'), value: test.data.peer },
                {
                  label: message('providers.peerTrusted'),
                  value: message(test.data.isTrusted ? 'shared.yes' : 'shared.no'),
                },
                {
                  label: message('providers.headerValue'),
                  value: test.data.header ?? message('shared.notGiven'),
                },
              ]}
            />
          </>
        )}
      </div>
    </FormSection>
  )
}
