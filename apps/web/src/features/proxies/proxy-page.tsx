// The form of a proxy, new or known. The list is its parent: the way here, the menu and the way back.
import type { Endpoint, GivenProxy } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CallError } from '../../lib/call.ts'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { givenOf, listPath, mistakesOf, type ProxyDraft } from './proxy-draft.ts'
import { ProxyForm } from './proxy-form.tsx'
import { ProxyTest } from './proxy-test.tsx'

interface ProxyPageProps {
  title: string
  saved: ProxyDraft
  hasPassword?: boolean
  lastUrl?: string | undefined
  endpoint: Endpoint
  isNew?: boolean
  error: CallError | null
  isSaving: boolean
  save: (body: GivenProxy, onSuccess: () => void) => void
}

export function ProxyPage(props: ProxyPageProps) {
  const { title, saved, hasPassword = false, lastUrl, endpoint, isNew = false, error, isSaving, save } = props
  const navigate = useNavigate()
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<ProxyDraft>(saved)
  const [wasSent, setSent] = useState(false)
  const body = () => givenOf(draft.value)
  const submit = () => {
    setSent(true)
    const [wrong] = Object.keys(mistakesOf(draft.value))
    if (wrong !== undefined) {
      page.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    save(body(), () => {
      notify('success', message('network.proxySaved', { name: body().key }))
      void navigate({ to: listPath, ignoreBlocker: true })
    })
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('spec.administration'), to: '/admin' },
          { text: message('shell.proxies'), to: listPath },
          { text: title },
        ]}
      />
      <PageHead title={title}>
        <CopyCurl endpoint={endpoint} params={isNew ? {} : { key: saved.key }} body={body} />
      </PageHead>
      <div ref={page} className={styles['columns']}>
        <div className={styles['main']}>
          <ProxyForm
            draft={draft}
            hasPassword={hasPassword}
            isNew={isNew}
            mistakes={{
              ...(error?.field === undefined ? {} : { [error.field]: error.message }),
              ...(wasSent ? mistakesOf(draft.value) : {}),
            }}
          />
        </div>
        <div className={styles['side']}>
          <ProxyTest draft={draft.value} lastUrl={lastUrl} />
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown={isNew}
        isDirty={draft.isDirty}
        isSaving={isSaving}
        error={error?.field === undefined ? error : null}
        onDiscard={() => draft.reset()}
        onSave={submit}
        {...(isNew ? { saveLabel: message('network.createProxy') } : {})}
      />
    </>
  )
}
