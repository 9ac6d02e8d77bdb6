import type { Draft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { PatternList } from '../../shared/pattern-list.tsx'
import { SecretField } from '../../shared/secret-field.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ProxyDraft } from './proxy-draft.ts'

interface ProxyFormProps {
  draft: Draft<ProxyDraft>
  mistakes: Partial<Record<string, string>>
  hasPassword?: boolean
  isNew?: boolean
}

export function ProxyForm({ draft, mistakes, hasPassword = false, isNew = false }: ProxyFormProps) {
  const { value, change } = draft
  const field = (name: 'key' | 'host' | 'user' | 'ntHost' | 'ntDomain') => ({
    name,
    autoComplete: 'off',
    spellCheck: false,
    value: value[name],
    error: mistakes[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <FormSection title={message('network.proxy')}>
        <TextField
          {...field('key')}
          label={message('network.name')}
          description={isNew ? message('network.nameHelp') : message('network.nameFixed')}
          required
          disabled={!isNew}
          maxLength={64}
          className={styles['wide'] ?? ''}
        />
        <div className={styles['pair']}>
          <TextField {...field('host')} label={message('network.host')} required />
          <NumberField
            name="port"
            label={message('network.port')}
            min={1}
            max={65_535}
            value={value.port}
            error={mistakes['port']}
            onChange={(port) => change({ port })}
          />
        </div>
        <CheckRow
          label={message('network.isDefault')}
          description={message('network.isDefaultText')}
          checked={value.isDefault}
          onChange={(isDefault) => change({ isDefault })}
        />
      </FormSection>
      <FormSection title={message('network.credentials')} text={message('network.credentialsText')}>
        <TextField {...field('user')} label={message('network.user')} className={styles['wide'] ?? ''} />
        <SecretField
          label={message('network.password')}
          isSet={hasPassword}
          value={value.password}
          error={mistakes['password']}
          onChange={(password) => change({ password })}
        />
        <Notice>{message('network.ntlm')}</Notice>
        <div className={styles['pair']}>
          <TextField {...field('ntHost')} label={message('network.ntHost')} />
          <TextField {...field('ntDomain')} label={message('network.ntDomain')} />
        </div>
      </FormSection>
      <FormSection title={message('network.hosts')}>
        <PatternList
          label={message('network.noProxy')}
          description={message('network.noProxyHelp')}
          values={value.noProxy}
          onChange={(noProxy) => change({ noProxy })}
        />
        <PatternList
          label={message('network.redirectingHosts')}
          description={message('network.redirectingHostsHelp')}
          values={value.redirectingHosts}
          onChange={(redirectingHosts) => change({ redirectingHosts })}
        />
      </FormSection>
    </>
  )
}
