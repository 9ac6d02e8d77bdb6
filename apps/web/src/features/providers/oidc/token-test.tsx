// A token of a build is pasted, and the answer says which mapping takes it and what stands in the way of the others.
import { type MappingTest, type OidcTest, oidcExchange } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { FormSection } from '../../../shared/form-section.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { RefusedIcon, SuccessIcon } from '../../../ui/icons.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { type PanelProps, textOf } from '../kind.ts'
import shared from '../providers.module.css'
import { Raw } from '../test-report.tsx'
import styles from './oidc.module.css'

export function TokenTest({ saved, isDirty }: PanelProps) {
  const [token, setToken] = useState('')
  const test = useMutation(oidcExchange.test)
  const name = textOf(saved?.['name'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '') test.mutate({ params: { name }, body: { token } })
  }
  if (saved === undefined) return null
  return (
    <FormSection
      title={message('providers.oidcTest')}
      text={message(isDirty ? 'providers.oidcTestSaved' : 'providers.oidcTestText')}
    >
      <form className={styles['form']} onSubmit={submit}>
        <TextArea
          label={message('providers.oidcToken')}
          className={shared['code'] ?? ''}
          rows={4}
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <div>
          <Button
            type="submit"
            size={36}
            look="filled"
            isBusy={test.isPending}
            disabled={token.trim() === ''}
          >
            {message('providers.run')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className={shared['report']}>
        {test.error === null ? null : <Notice look="error">{test.error.message}</Notice>}
        {test.data === undefined || test.isPending ? null : <Report result={test.data} />}
      </div>
    </FormSection>
  )
}

function Report({ result }: { result: OidcTest }) {
  const { refusal, mapping, mappings, outcome, problem, claims } = result
  const hasPassed = refusal === null && outcome !== null
  return (
    <>
      {refusal === null ? null : <Notice look="error">{refusal}</Notice>}
      {problem === null ? null : <Notice look="error">{problem}</Notice>}
      <Notice look={hasPassed ? 'ok' : mapping === null ? 'error' : 'info'}>
        {mapping === null
          ? message('providers.noMappingTakes')
          : message('providers.mappingTakes', { name: mapping })}
      </Notice>
      {outcome === null ? null : (
        <Facts
          facts={[
            {
              label: message('providers.tokenFor'),
              value: outcome.isUser
                ? outcome.username
                : message('providers.tokenForNobody', { name: outcome.username }),
            },
            { label: message('providers.rights'), value: <code>{outcome.scope}</code> },
            {
              label: message('providers.tokenLife'),
              value: message('providers.lifeMinutes', { count: Math.round(outcome.expiresIn / 60) }),
            },
          ]}
        />
      )}
      <ol className={styles['tests']}>
        {mappings.map((one) => (
          <Mapping key={one.name} test={one} />
        ))}
      </ol>
      <Raw value={claims} />
    </>
  )
}

function Mapping({ test: { name, isMet, claims } }: { test: MappingTest }) {
  return (
    <li className={styles['test']}>
      <p className={styles['testName']}>
        <Mark isMet={isMet} /> {name}
      </p>
      <ul>
        {claims.map(({ claim, wanted, given, isMet: isRight }) => (
          <li key={claim} className={styles['claim']}>
            <Mark isMet={isRight} />
            <span>
              <code>{claim}</code>{' '}
              {given.length === 0
                ? message('providers.claimMissing', { wanted: wanted.join(', ') })
                : message(isRight ? 'providers.claimFits' : 'providers.claimDiffers', {
                    given: given.join(', '),
                    wanted: wanted.join(', '),
                  })}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

function Mark({ isMet }: { isMet: boolean }) {
  const Glyph = isMet ? SuccessIcon : RefusedIcon
  return (
    <Glyph
      className={styles['mark']}
      data-met={isMet}
      size="1rem"
      stroke={1.75}
      aria-label={message(isMet ? 'shared.passed' : 'shared.failedStep')}
    />
  )
}
