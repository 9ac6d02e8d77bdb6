// What the installation is called and how it presents itself.
import { generalSettings, type GeneralSettings, type GeneralState } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { FormIndex } from '../../shared/form-section.tsx'
import { LastSaved } from '../../shared/last-saved.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { HelpSection } from './help-section.tsx'
import { IdentitySection } from './identity-section.tsx'
import { LandingSection } from './landing-section.tsx'
import { LookSection } from './look-section.tsx'
import { MessageSection } from './message-section.tsx'
import { generalState, useSaveGeneral } from './queries.ts'
import { ReadOnlySection } from './read-only-section.tsx'

const sections = () => [
  { id: 'identity', title: message('general.identity') },
  { id: 'look', title: message('general.look') },
  { id: 'messages', title: message('general.messages') },
  { id: 'landing', title: message('general.landing') },
  { id: 'help', title: message('general.help') },
  { id: 'read-only', title: message('general.readOnly') },
]

export function GeneralScreen() {
  const state = useQuery(generalState)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('spec.platformConfigurations'), to: '/admin/artifactory/list' },
          { text: message('spec.platformManagement'), to: '/admin/artifactory/list' },
          { text: message('spec.generalSettings') },
        ]}
      />
      <Loaded query={state} failed={message('general.failed')} keepsPage>
        {(data) => <GeneralForm state={data} />}
      </Loaded>
    </>
  )
}

function GeneralForm({ state }: { state: GeneralState }) {
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<GeneralSettings>(state.settings)
  const store = useSaveGeneral()
  const { error } = store
  const mistakes = error?.field === undefined ? {} : { [error.field]: plain(error.message, error.field) }
  const part = { value: draft.value, mistakes, onChange: draft.change }
  const save = () =>
    store.mutate(
      { body: draft.value },
      {
        onSuccess: (answer) => {
          draft.reset(answer.settings)
          notify('success', message('general.saved'))
        },
        onError: ({ field }) => page.current?.querySelector<HTMLElement>(`[name="${field ?? ''}"]`)?.focus(),
      },
    )
  return (
    <>
      <PageHead title={message('spec.generalSettings')}>
        <LastSaved kind="general-settings.changed" />
        <CopyCurl endpoint={generalSettings.save} body={() => draft.value} />
      </PageHead>
      <div ref={page} className={styles['indexed']}>
        <FormIndex label={message('general.index')} entries={sections()} />
        <div className={styles['main']}>
          <IdentitySection {...part} configuredBaseUrl={state.configuredBaseUrl} />
          <LookSection {...part} state={state} />
          <MessageSection {...part} />
          <LandingSection {...part} />
          <HelpSection {...part} />
          <ReadOnlySection isReadOnly={state.isReadOnly} />
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={store.isPending}
        error={error !== null && error.field === undefined ? error : null}
        onDiscard={() => {
          store.reset()
          draft.reset()
        }}
        onSave={save}
      />
    </>
  )
}

/** Under its field a sentence needs no name before it. */
const plain = (text: string, field: string) =>
  text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text
