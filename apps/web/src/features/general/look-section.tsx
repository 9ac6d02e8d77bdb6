import { type DateFormat, dateFormats, type GeneralState } from '@bindery/contracts'
import type { FileRule } from '../../lib/file-rules.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import pageStyles from '../../shared/settings-page.module.css'
import { UploadField } from '../../shared/upload-field.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './general.module.css'
import type { PartProps } from './part.ts'
import { useRemoveLogo, useUploadLogo } from './queries.ts'

/** The logo is changed at once; everything else is saved with the form. */
export function LookSection({ value, mistakes, onChange, state }: PartProps & { state: GeneralState }) {
  const upload = useUploadLogo()
  const remove = useRemoveLogo()
  return (
    <FormSection id="look" title={message('general.look')}>
      <div className={styles['logo']}>
        <LogoPreview source={state.logo || state.linkedLogo} />
        <div className={styles['logoFields']}>
          <UploadField
            label={message('general.logo')}
            description={message('general.logoHelp')}
            rule={imageRule()}
            isBusy={upload.isPending}
            error={upload.error?.message}
            onFile={(file) => upload.mutate(file)}
          />
          {state.logo === '' ? null : (
            <ChangeButton isBusy={remove.isPending} onClick={() => remove.mutate({})}>
              {message('general.removeLogo')}
            </ChangeButton>
          )}
          {remove.error === null ? null : (
            <Notice look="error" isUrgent>
              {remove.error.message}
            </Notice>
          )}
        </div>
      </div>
      <TextField
        name="logoUrl"
        type="url"
        label={message('general.logoUrl')}
        description={message('general.logoUrlHelp')}
        className={pageStyles['wide'] ?? ''}
        autoComplete="off"
        spellCheck={false}
        value={value.logoUrl}
        error={mistakes['logoUrl']}
        onChange={(event) => onChange({ logoUrl: event.currentTarget.value.trim() })}
      />
      <div className={pageStyles['pair']}>
        <SelectField
          label={message('general.dateFormat')}
          options={dateFormats.map((format) => ({ value: format, label: message(dateExamples[format]) }))}
          value={value.dateFormat}
          onChange={(format) =>
            onChange({ dateFormat: dateFormats.find((one) => one === format) ?? value.dateFormat })
          }
        />
      </div>
    </FormSection>
  )
}

const dateExamples: Record<DateFormat, MessageId> = {
  'day-month-year': 'general.dayFirst',
  'month-day-year': 'general.monthFirst',
  'year-month-day': 'general.yearFirst',
}

const imageRule = (): FileRule => ({
  extensions: ['png', 'jpg', 'jpeg', 'webp'],
  limit: 512 * 1024,
  wrongExtension: message('general.imagesOnly'),
})

/** As it will stand in the header, on both themes. */
function LogoPreview({ source }: { source: string }) {
  return (
    <div className={styles['previews']}>
      {(['light', 'dark'] as const).map((theme) => (
        <figure key={theme} className={styles['preview']} data-theme={theme}>
          {source === '' ? <Logo size={32} /> : <img src={source} alt="" />}
          <figcaption>{message(theme === 'light' ? 'general.onLight' : 'general.onDark')}</figcaption>
        </figure>
      ))}
    </div>
  )
}
