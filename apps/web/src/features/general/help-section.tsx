import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/icons.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './general.module.css'
import type { PartProps } from './part.ts'

const most = 5

/** Links of one's own in the help menu: a wiki, a chat, a form. */
export function HelpSection({ value, mistakes, onChange }: PartProps) {
  const { helpLinks } = value
  const change = (at: number, part: Partial<(typeof helpLinks)[number]>) =>
    onChange({ helpLinks: helpLinks.map((link, index) => (index === at ? { ...link, ...part } : link)) })
  return (
    <FormSection id="help" title={message('general.help')} text={message('general.helpText')}>
      {helpLinks.map((link, index) => (
        // Rows have no name of their own; they are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles['link']}>
          <TextField
            name={`helpLinks.${index}.label`}
            label={message('general.linkLabel')}
            maxLength={60}
            value={link.label}
            error={mistakes[`helpLinks.${index}.label`]}
            onChange={(event) => change(index, { label: event.currentTarget.value })}
          />
          <TextField
            name={`helpLinks.${index}.url`}
            type="url"
            label={message('general.linkUrl')}
            spellCheck={false}
            value={link.url}
            error={mistakes[`helpLinks.${index}.url`]}
            onChange={(event) => change(index, { url: event.currentTarget.value.trim() })}
          />
          <IconButton
            icon={DeleteIcon}
            label={message('shared.removeWhat', { what: link.label || message('general.thisLink') })}
            onClick={() => onChange({ helpLinks: helpLinks.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {helpLinks.length < most ? (
        <div>
          <Button
            icon={PlusIcon}
            onClick={() => onChange({ helpLinks: [...helpLinks, { label: '', url: '' }] })}
          >
            {message('general.addLink')}
          </Button>
        </div>
      ) : null}
    </FormSection>
  )
}
