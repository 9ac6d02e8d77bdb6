import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import pageStyles from '../../shared/settings-page.module.css'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { fromLocal, toLocal } from './local-time.ts'
import type { PartProps } from './part.ts'

const looks = { info: 'info', warning: 'warn', error: 'error' } as const

/** What everybody reads above and below every page. */
export function MessageSection({ value, mistakes, onChange }: PartProps) {
  const { dailyMessage: daily } = value
  const change = (part: Partial<typeof daily>) => onChange({ dailyMessage: { ...daily, ...part } })
  const time = (name: 'from' | 'until') => ({
    name: `dailyMessage.${name}`,
    type: 'datetime-local',
    value: toLocal(daily[name]),
    error: mistakes[`dailyMessage.${name}`],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change({ [name]: fromLocal(event.currentTarget.value) }),
  })
  return (
    <FormSection id="messages" title={message('general.messages')} text={message('general.messagesText')}>
      <TextArea
        name="dailyMessage.text"
        label={message('general.dailyMessage')}
        rows={2}
        maxLength={500}
        value={daily.text}
        error={mistakes['dailyMessage.text']}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <div className={pageStyles['pair']}>
        <SelectField
          label={message('general.level')}
          options={[
            { value: 'info', label: message('general.levelInfo') },
            { value: 'warning', label: message('general.levelWarning') },
            { value: 'error', label: message('general.levelError') },
          ]}
          value={daily.level}
          onChange={(level) => change({ level: level === 'warning' || level === 'error' ? level : 'info' })}
        />
        <TextField {...time('from')} label={message('general.from')} />
        <TextField {...time('until')} label={message('general.until')} />
      </div>
      {daily.text.trim() === '' ? null : (
        <div role="group" aria-label={message('general.preview')}>
          <Notice look={looks[daily.level]}>{daily.text}</Notice>
        </div>
      )}
      <TextField
        name="footerMessage"
        label={message('general.footer')}
        description={message('general.footerHelp')}
        maxLength={300}
        value={value.footerMessage}
        error={mistakes['footerMessage']}
        onChange={(event) => onChange({ footerMessage: event.currentTarget.value })}
      />
    </FormSection>
  )
}
