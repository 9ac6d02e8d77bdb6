import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { proxyList, useTestUpstream } from './queries.ts'
import { textOf, upstreamOf } from './repository-draft.ts'
import type { SectionProps } from './section-props.ts'
import { ServerFields } from './server-fields.tsx'
import { TestReport } from './test-report.tsx'

interface UpstreamSectionProps extends SectionProps {
  isNew: boolean
  hasPassword: boolean
  onPassword: (password: string | undefined) => void
}

export function UpstreamSection(props: UpstreamSectionProps) {
  const { draft, set, mistakes, isNew, hasPassword, onPassword } = props
  const { config } = draft
  return (
    <FormSection title={message('repository.upstream')} text={message('repository.upstreamText')}>
      <ServerFields
        label={message('repository.url')}
        {...{ mistakes, hasPassword, onPassword }}
        url={textOf(config, 'url')}
        username={textOf(config, 'username')}
        password={draft.password}
        onUrl={(url) => set({ url })}
        onUsername={(username) => set({ username })}
      />
      <ProxyField {...{ draft, set, mistakes }} />
      <UpstreamTest draft={draft} isNew={isNew} />
    </FormSection>
  )
}

const straight = '\0straight'

function ProxyField({ draft: { config }, set }: SectionProps) {
  const known = useQuery({ ...proxyList, retry: false }).data ?? []
  const proxy = textOf(config, 'proxy')
  const keys = [...new Set([...known.map(({ key }) => key), proxy])].filter((key) => key !== '')
  return (
    <SelectField
      label={message('repository.proxy')}
      value={config['disableProxy'] === true ? straight : proxy}
      options={[
        { value: '', label: message('repository.proxyDefault') },
        { value: straight, label: message('repository.proxyNone') },
        ...keys.map((key) => ({ value: key, label: key })),
      ]}
      onChange={(value) => set({ disableProxy: value === straight, proxy: value === straight ? '' : value })}
    />
  )
}

/** Asks the upstream as the form has it, saved or not. */
function UpstreamTest({
  draft: { key, config, password },
  isNew,
}: {
  draft: SectionProps['draft']
  isNew: boolean
}) {
  const test = useTestUpstream()
  const run = () =>
    test.mutate({
      body: {
        key: isNew ? '' : key,
        ...upstreamOf(config),
        ...(password === undefined ? {} : { password }),
      },
    })
  return (
    <>
      <div className={styles['actions']}>
        <Button isBusy={test.isPending} disabled={textOf(config, 'url').trim() === ''} onClick={run}>
          {message('repository.test')}
        </Button>
      </div>
      <TestReport error={test.error} report={test.isPending ? undefined : test.data} />
    </>
  )
}
