import type { RepositoryConfiguration } from '@bindery/contracts'
import { message, type MessageId } from '../../lib/messages.ts'
import { isSame } from '../../lib/draft.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import advanced from './advanced-section.module.css'
import type { ListedKind } from './kinds.ts'
import type { SectionProps } from './section-props.ts'

interface Setting {
  name: string
  label: MessageId
  text?: MessageId
  unit?: MessageId
}

const priority: Setting = {
  name: 'priorityResolution',
  label: 'repository.priority',
  text: 'repository.priorityText',
}
const closed: Setting = { name: 'blackedOut', label: 'repository.closed', text: 'repository.closedText' }

/** What is seldom changed, by kind. A switch, a number or a text, as its default is. */
const settings: Record<ListedKind, Setting[]> = {
  local: [closed, priority],
  remote: [
    { name: 'offline', label: 'repository.offline', text: 'repository.offlineText' },
    closed,
    priority,
    { name: 'hardFail', label: 'repository.hardFail', text: 'repository.hardFailText' },
    { name: 'storeArtifactsLocally', label: 'repository.store', text: 'repository.storeText' },
    { name: 'allowAnyHostAuth', label: 'repository.anyHost', text: 'repository.anyHostText' },
    { name: 'caCertificate', label: 'repository.authority', text: 'repository.authorityText' },
    { name: 'retrievalCachePeriodSecs', label: 'repository.fresh', unit: 'repository.seconds' },
    { name: 'missedRetrievalCachePeriodSecs', label: 'repository.missed', unit: 'repository.seconds' },
    { name: 'assumedOfflinePeriodSecs', label: 'repository.assumedOffline', unit: 'repository.seconds' },
    { name: 'socketTimeoutMillis', label: 'repository.timeout', unit: 'repository.millis' },
  ],
  virtual: [closed],
}

interface AdvancedSectionProps extends SectionProps {
  kind: ListedKind
  defaults: RepositoryConfiguration
}

export function AdvancedSection({ draft: { config }, set, mistakes, kind, defaults }: AdvancedSectionProps) {
  const own = settings[kind].filter(({ name }) => name in defaults)
  const changed = own.filter(({ name }) => !isSame(config[name], defaults[name])).length
  return (
    <FormSection
      title={message('repository.advanced')}
      aside={changed === 0 ? null : <Tag>{message('repository.changed', { count: changed })}</Tag>}
    >
      <details className={advanced['details']} open={changed > 0}>
        <summary>{message('repository.showAdvanced')}</summary>
        <div className={styles['section']}>
          {own.map((setting) => (
            <Control
              key={setting.name}
              setting={setting}
              value={config[setting.name]}
              error={mistakes[setting.name]}
              set={set}
            />
          ))}
        </div>
      </details>
    </FormSection>
  )
}

interface ControlProps {
  setting: Setting
  value: unknown
  error: string | undefined
  set: SectionProps['set']
}

function Control({ setting, value, error, set }: ControlProps) {
  const { name, label, text, unit } = setting
  const description = text === undefined ? {} : { description: message(text) }
  if (typeof value === 'string')
    return (
      <TextArea
        name={name}
        label={message(label)}
        {...description}
        rows={4}
        spellCheck={false}
        error={error}
        value={value}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    )
  if (typeof value === 'number')
    return (
      <NumberField
        name={name}
        label={message(label)}
        value={value}
        {...(unit === undefined ? {} : { unit: message(unit) })}
        onChange={(next) => set({ [name]: next })}
      />
    )
  return (
    <CheckRow
      name={name}
      label={message(label)}
      {...description}
      checked={value === true}
      onChange={(next) => set({ [name]: next })}
    />
  )
}
