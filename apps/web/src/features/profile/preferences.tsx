import { message } from '../../lib/messages.ts'
import { singleKeysOn } from '../../lib/shortcuts.ts'
import { useStore } from '../../lib/store.ts'
import { type ThemeChoice, themeChoice } from '../../lib/theme.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './profile.module.css'

/** Kept in this browser, at once. */
export function Preferences() {
  const theme = useStore(themeChoice)
  const hasKeys = useStore(singleKeysOn)
  return (
    <FormSection
      id="preferences"
      title={message('profile.preferences')}
      text={message('profile.preferencesText')}
    >
      <div className={styles['preference']}>
        <span aria-hidden="true">{message('shell.theme')}</span>
        <Segmented
          label={message('shell.theme')}
          options={themes()}
          value={theme}
          onChange={themeChoice.set}
        />
      </div>
      <CheckRow
        label={message('shell.singleKeys')}
        description={message('profile.singleKeysText')}
        checked={hasKeys}
        onChange={singleKeysOn.set}
      />
    </FormSection>
  )
}

const themes = (): { value: ThemeChoice; label: string }[] => [
  { value: 'system', label: message('shell.themeSystem') },
  { value: 'light', label: message('shell.themeLight') },
  { value: 'dark', label: message('shell.themeDark') },
]
