// The rules everyone signs in by. What a change means for people is asked of the server and read before it is saved.
import { securitySettings } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { isSame, useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { FormIndex } from '../../shared/form-section.tsx'
import { LastSaved } from '../../shared/last-saved.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { AnonymousSection } from './anonymous-section.tsx'
import { LockSection } from './lock-section.tsx'
import { LoginSection } from './login-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { securityRules, tokenRules, useCheck, useSaveRules, useSaveTokenRules } from './queries.ts'
import { outOfRange, type RulesDraft } from './rules-draft.ts'
import { SecondFactorSection } from './second-factor-section.tsx'
import { AuditSection, RegistrationSection, SessionSection, TokenSection } from './small-sections.tsx'

const sections = [
  { id: 'anonymous', title: message('security.anonymous') },
  { id: 'passwords', title: message('security.passwords') },
  { id: 'lock', title: message('security.lock') },
  { id: 'second-factor', title: message('security.secondFactor') },
  { id: 'sessions', title: message('security.sessions') },
  { id: 'login', title: message('security.login') },
  { id: 'registration', title: message('security.registration') },
  { id: 'tokens', title: message('security.tokens') },
  { id: 'audit', title: message('security.audit') },
]

export function SecurityScreen() {
  const rules = useQuery(securityRules)
  const tokens = useQuery(tokenRules)
  const isSlow = useLasting(rules.isPending || tokens.isPending, 1000)
  const error = rules.error ?? tokens.error
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('spec.administration'), to: '/admin' },
          { text: message('shell.groupSecurity'), to: '/admin/configuration/security/general' },
          { text: message('shell.securityGeneral') },
        ]}
      />
      {error === null ? null : (
        <Card>
          <PanelError
            title={message('security.failed')}
            error={error}
            onRetry={() => {
              void rules.refetch()
              void tokens.refetch()
            }}
          />
        </Card>
      )}
      {error === null && isSlow ? <SkeletonBlock /> : null}
      {rules.data === undefined || tokens.data === undefined ? null : (
        <RulesForm saved={{ rules: rules.data, tokens: tokens.data }} />
      )}
    </>
  )
}

function RulesForm({ saved }: { saved: RulesDraft }) {
  const draft = useDraft<RulesDraft>(saved)
  const { rules, tokens } = draft.value
  const save = useSave(saved, draft)
  const change = (part: Partial<RulesDraft['rules']>) => draft.change({ rules: { ...rules, ...part } })
  const wrong = save.wasTried ? outOfRange(draft.value) : []
  const section = { rules, onChange: change, wrong }
  return (
    <>
      <PageHead title={message('shell.securitySettings')}>
        <LastSaved kind="security-settings.changed" />
        <CopyCurl endpoint={securitySettings.save} body={() => rules} />
      </PageHead>
      <div className={styles['indexed']}>
        <FormIndex label={message('security.index')} entries={sections} />
        <div className={styles['main']}>
          <AnonymousSection {...section} />
          <PasswordSection {...section} />
          <LockSection {...section} />
          <SecondFactorSection {...section} />
          <SessionSection {...section} />
          <LoginSection {...section} />
          <RegistrationSection {...section} />
          <TokenSection
            tokens={tokens}
            onChange={(part) => draft.change({ tokens: { ...tokens, ...part } })}
          />
          <AuditSection {...section} />
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={save.isBusy}
        error={save.error}
        onDiscard={() => draft.reset()}
        onSave={save.start}
      />
      {save.warnings === undefined ? null : (
        <ConfirmDialog
          title={message('security.confirmTitle')}
          action={message('security.confirmAction')}
          isBusy={save.isBusy}
          error={save.error}
          onConfirm={save.confirm}
          onClose={save.cancel}
        >
          <p>{message('security.confirmText')}</p>
          <ul>
            {save.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

function useSave(saved: RulesDraft, draft: ReturnType<typeof useDraft<RulesDraft>>) {
  const check = useCheck()
  const saveRules = useSaveRules()
  const saveTokens = useSaveTokenRules()
  const [wasTried, setTried] = useState(false)
  const [warnings, setWarnings] = useState<string[] | undefined>(undefined)
  const { rules, tokens } = draft.value
  const store = async () => {
    // The one that failed stays unsaved, and its reason is shown.
    const newTokens = isSame(tokens, saved.tokens) ? tokens : await saveTokens.mutateAsync({ body: tokens })
    const newRules = isSame(rules, saved.rules)
      ? rules
      : (await saveRules.mutateAsync({ body: rules })).settings
    setWarnings(undefined)
    draft.reset({ rules: newRules, tokens: newTokens })
    notify('success', message('security.saved'))
  }
  const confirm = () => void store().catch(() => undefined) // shown from the mutations
  const start = () => {
    setTried(true)
    if (outOfRange(draft.value).length > 0) return
    check.mutate(
      { body: rules },
      { onSuccess: (answer) => (answer.warnings.length > 0 ? setWarnings(answer.warnings) : confirm()) },
    )
  }
  return {
    start,
    confirm,
    cancel: () => setWarnings(undefined),
    wasTried,
    warnings,
    isBusy: check.isPending || saveRules.isPending || saveTokens.isPending,
    error: check.error ?? saveRules.error ?? saveTokens.error,
  }
}
