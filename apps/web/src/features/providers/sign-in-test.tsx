// The test of a provider that people are sent to: the settings are checked step by step, and then somebody goes there and
// comes back in another tab. Nobody is signed in by it.
import {
  oauth,
  saml,
  type OAuthProvider,
  type SamlProvider,
  type TestReport,
  type TestSignIn,
} from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { cache } from '../../lib/query.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Steps } from '../../shared/test-steps.tsx'
import { When } from '../../shared/when.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ForeignIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import type { PanelProps } from './kind.ts'
import styles from './providers.module.css'
import { GroupTags } from './test-report.tsx'

export const SamlTest = ({ saved, isDirty }: PanelProps) => {
  const provider = saved as SamlProvider | undefined
  return (
    <SignInTest
      provider={provider}
      isDirty={isDirty}
      list={saml.list.path}
      run={(name) => call(saml.test, { params: { name } })}
    />
  )
}

export const OAuthTest = ({ saved, isDirty }: PanelProps) => {
  const provider = saved as OAuthProvider | undefined
  return (
    <SignInTest
      provider={provider}
      isDirty={isDirty}
      list={oauth.list.path}
      run={(name) => call(oauth.test, { params: { name } })}
    />
  )
}

interface SignInTestProps {
  provider: { name: string; loginAddress: string; lastTest: TestSignIn | null } | undefined
  isDirty: boolean
  /** Read again when the person comes back from the other tab. */
  list: string
  run: (name: string) => Promise<TestReport>
}

function SignInTest({ provider, isDirty, list, run }: SignInTestProps) {
  const test = useMutation({ mutationFn: run })
  useEffect(() => {
    const readAgain = () => void cache.invalidateQueries({ queryKey: [list] })
    window.addEventListener('focus', readAgain)
    return () => window.removeEventListener('focus', readAgain)
  }, [list])
  if (provider === undefined || isDirty)
    return (
      <FormSection title={message('providers.test')}>
        <p className={styles['muted']}>{message('providers.saveFirst')}</p>
      </FormSection>
    )
  return (
    <FormSection title={message('providers.test')} text={message('providers.signInTestText')}>
      <div className={styles['actions']}>
        <Button size={36} isBusy={test.isPending} onClick={() => test.mutate(provider.name)}>
          {message('providers.checkSettings')}
        </Button>
        <a
          className={buttonClass('filled', 36)}
          href={`${provider.loginAddress}?test=true`}
          target="_blank"
          rel="noopener"
        >
          {message('providers.testSignIn')}
          <ForeignIcon size="1rem" stroke={1.5} aria-label={message('providers.newTab')} />
        </a>
      </div>
      <div aria-live="polite" className={styles['report']}>
        {test.error === null ? null : <Notice look="error">{test.error.message}</Notice>}
        {test.data === undefined ? null : <Steps steps={test.data.steps} />}
        {provider.lastTest === null ? null : <LastTest last={provider.lastTest} />}
      </div>
    </FormSection>
  )
}

function LastTest({ last }: { last: TestSignIn }) {
  const known = new Set(last.knownGroups)
  const groups = (last.groups ?? []).map((name) => ({
    name,
    exists: known.has(name) || known.has(name.toLowerCase()),
  }))
  return (
    <>
      <Notice look={last.isPassed ? 'ok' : 'error'} title={message('providers.lastTest')}>
        {last.message} <When at={last.at} />
      </Notice>
      {last.name === null ? null : (
        <Facts
          facts={[
            { label: message('providers.accountName'), value: last.name },
            { label: message('providers.accountEmail'), value: last.email ?? message('shared.notGiven') },
            {
              label: message('providers.accountGroups'),
              value:
                last.groups === null ? message('providers.groupsNotTold') : <GroupTags groups={groups} />,
            },
          ]}
        />
      )}
    </>
  )
}
