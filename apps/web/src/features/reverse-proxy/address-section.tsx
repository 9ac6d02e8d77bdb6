import type { ReverseProxySettings } from '@bindery/contracts'
import type { Draft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

export interface SectionProps {
  draft: Draft<ReverseProxySettings>
  mistakes: Partial<Record<string, string>>
}

export function AddressSection({ draft, mistakes }: SectionProps) {
  const { value, change } = draft
  const field = (name: 'serverName' | 'upstream' | 'sslCertificate' | 'sslKey') => ({
    name,
    autoComplete: 'off',
    spellCheck: false,
    className: styles['wide'] ?? '',
    value: value[name],
    error: mistakes[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: event.currentTarget.value.trim() }),
  })
  const port = (name: 'httpPort' | 'httpsPort', isUsed: boolean) => ({
    name,
    min: 1,
    max: 65_535,
    value: value[name],
    disabled: !isUsed,
    error: mistakes[name],
    onChange: (number: number) => change({ [name]: number }),
  })
  return (
    <FormSection title={message('network.publicAddress')} text={message('network.publicText')}>
      <TextField
        {...field('serverName')}
        label={message('network.serverName')}
        description={message('network.serverNameHelp')}
        placeholder={location.hostname}
      />
      <div className={styles['pair']}>
        <CheckRow
          label={message('network.useHttps')}
          checked={value.useHttps}
          onChange={(useHttps) => change({ useHttps })}
        />
        <CheckRow
          label={message('network.useHttp')}
          checked={value.useHttp}
          onChange={(useHttp) => change({ useHttp })}
        />
      </div>
      <div className={styles['pair']}>
        <NumberField {...port('httpsPort', value.useHttps)} label={message('network.httpsPort')} />
        <NumberField {...port('httpPort', value.useHttp)} label={message('network.httpPort')} />
      </div>
      {value.useHttps ? (
        <>
          <TextField
            {...field('sslCertificate')}
            label={message('network.certificate')}
            description={message('network.filesHelp')}
            placeholder={`/etc/ssl/certs/${value.serverName || location.hostname}.pem`}
          />
          <TextField
            {...field('sslKey')}
            label={message('network.key')}
            description={message('network.filesHelp')}
            placeholder={`/etc/ssl/private/${value.serverName || location.hostname}.key`}
          />
        </>
      ) : null}
      <TextField
        {...field('upstream')}
        label={message('network.upstream')}
        description={message('network.upstreamHelp')}
      />
    </FormSection>
  )
}
