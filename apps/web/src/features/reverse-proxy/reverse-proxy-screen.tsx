// The web server in front: what it must know, its configuration to copy, and a check of the public address.
import { reverseProxy, type ReverseProxySettings } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { LastSaved } from '../../shared/last-saved.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { AddressSection } from './address-section.tsx'
import { Configuration } from './configuration.tsx'
import { DockerSection } from './docker-section.tsx'
import { reverseProxySettings, useSaveReverseProxy } from './queries.ts'
import layout from './reverse-proxy.module.css'

export function ReverseProxyScreen() {
  const settings = useQuery(reverseProxySettings)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('spec.administration'), to: '/admin' },
          { text: message('shell.groupPlatform'), to: '/admin/configuration/webserver' },
          { text: message('shell.reverseProxy') },
        ]}
      />
      <Loaded query={settings} failed={message('network.reverseFailed')} keepsPage>
        {(data) => <Form saved={data} />}
      </Loaded>
    </>
  )
}

function Form({ saved }: { saved: ReverseProxySettings }) {
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<ReverseProxySettings>(saved)
  const store = useSaveReverseProxy()
  const { error } = store
  const mistakes: Partial<Record<string, string>> =
    error?.field === undefined ? {} : { [error.field]: error.message }
  const save = () =>
    store.mutate(
      { body: draft.value },
      {
        onSuccess: (answer) => {
          draft.reset(answer)
          notify('success', message('network.reverseSaved'))
        },
        onError: ({ field }) =>
          page.current?.querySelector<HTMLInputElement>(`[name="${field ?? ''}"]`)?.focus(),
      },
    )
  return (
    <>
      <PageHead title={message('shell.reverseProxy')}>
        <LastSaved kind="reverse-proxy.changed" />
        <CopyCurl endpoint={reverseProxy.save} body={() => draft.value} />
      </PageHead>
      <div ref={page} className={layout['columns']}>
        <div className={styles['main']}>
          <AddressSection draft={draft} mistakes={mistakes} />
          <DockerSection draft={draft} mistakes={mistakes} />
        </div>
        <div className={styles['main']}>
          <Configuration settings={draft.value} />
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={store.isPending}
        error={error?.field === undefined || error.field === 'useHttps' ? error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
      />
    </>
  )
}
