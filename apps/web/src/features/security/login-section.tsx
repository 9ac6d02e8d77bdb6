import { useEffect, useRef } from 'react'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { buttonClass } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dialogFragment } from './dialog-fragment.ts'
import own from './security.module.css'
import type { SectionProps } from './rules-draft.ts'

export function LoginSection({ rules, onChange }: SectionProps) {
  const { loginDialog, loginView } = rules
  const changeDialog = (part: Partial<typeof loginDialog>) =>
    onChange({ loginDialog: { ...loginDialog, ...part } })
  const changeView = (part: Partial<typeof loginView>) => onChange({ loginView: { ...loginView, ...part } })
  return (
    <FormSection id="login" title={message('security.login')} text={message('security.loginText')}>
      <div className={styles['checks']}>
        <CheckRow
          label={message('security.loginExternal')}
          description={message('security.loginExternalText')}
          checked={loginView.loginIsExternal}
          onChange={(loginIsExternal) => changeView({ loginIsExternal })}
        />
        <CheckRow
          label={message('security.hideProviders')}
          description={message('security.hideProvidersText')}
          checked={loginView.isProvidersHidden}
          onChange={(isProvidersHidden) => changeView({ isProvidersHidden })}
        />
        <CheckRow
          label={message('security.dialogEnabled')}
          description={message('security.dialogEnabledText')}
          checked={loginDialog.enabled}
          onChange={(enabled) => changeDialog({ enabled })}
        />
      </div>
      {loginDialog.enabled ? (
        <>
          <TextField
            label={message('security.dialogTitle')}
            maxLength={200}
            className={styles['wide'] ?? ''}
            value={loginDialog.title}
            onChange={(event) => changeDialog({ title: event.currentTarget.value })}
          />
          <TextArea
            label={message('security.dialogText')}
            description={message('security.dialogTextHelp')}
            rows={4}
            value={loginDialog.text}
            onChange={(event) => changeDialog({ text: event.currentTarget.value })}
          />
          <TextField
            label={message('security.dialogButton')}
            maxLength={100}
            className={styles['wide'] ?? ''}
            value={loginDialog.buttonLabel}
            onChange={(event) => changeDialog({ buttonLabel: event.currentTarget.value })}
          />
          <CheckRow
            label={message('security.dialogPermanent')}
            description={message('security.dialogPermanentText')}
            checked={loginDialog.permanent}
            onChange={(permanent) => changeDialog({ permanent })}
          />
          <Preview dialog={loginDialog} />
        </>
      ) : null}
    </FormSection>
  )
}

/** As people will see it over the sign-in form. */
function Preview({ dialog }: { dialog: SectionProps['rules']['loginDialog'] }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    text.current?.replaceChildren(dialogFragment(dialog.text))
  }, [dialog.text])
  return (
    <div>
      <p className={own['label']}>{message('security.preview')}</p>
      <div className={own['preview']} role="group" aria-label={message('security.preview')}>
        {dialog.title === '' ? null : <h3>{dialog.title}</h3>}
        <div ref={text} className={own['previewText']} />
        <div className={own['previewFoot']}>
          {/* Looks like the button, and does nothing. */}
          <span className={buttonClass('filled', 36)}>
            {dialog.buttonLabel === '' ? message('shared.close') : dialog.buttonLabel}
          </span>
        </div>
      </div>
    </div>
  )
}
