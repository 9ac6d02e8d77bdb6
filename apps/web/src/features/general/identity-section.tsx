import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { BaseUrlCheck } from './base-url-check.tsx'
import type { PartProps } from './part.ts'

/** The name and the address. */
export function IdentitySection({
  value,
  mistakes,
  onChange,
  configuredBaseUrl,
}: PartProps & { configuredBaseUrl: string }) {
  return (
    <FormSection id="identity" title={message('general.identity')}>
      <TextField
        name="serverName"
        label={message('general.serverName')}
        description={message('general.serverNameHelp')}
        className={styles['wide'] ?? ''}
        maxLength={100}
        autoComplete="off"
        value={value.serverName}
        error={mistakes['serverName']}
        onChange={(event) => onChange({ serverName: event.currentTarget.value })}
      />
      <TextField
        name="baseUrl"
        type="url"
        label={message('general.baseUrl')}
        description={message('general.baseUrlHelp')}
        className={styles['wide'] ?? ''}
        autoComplete="off"
        spellCheck={false}
        placeholder={configuredBaseUrl === '' ? location.origin : configuredBaseUrl}
        value={value.baseUrl}
        error={mistakes['baseUrl']}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value.trim() })}
      />
      <BaseUrlCheck url={value.baseUrl || configuredBaseUrl || location.origin} />
    </FormSection>
  )
}
