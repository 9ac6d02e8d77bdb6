// The form of a repository, new or known, with what it means for clients beside it.
import type { Endpoint, RepositoryConfiguration, RepositoryDetails, RepositoryType } from '@bindery/contracts'
import { type ReactNode, useRef, useState } from 'react'
import type { CallError } from '../../lib/call.ts'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { AdvancedSection } from './advanced-section.tsx'
import { federationMistakes, withoutTokens } from './federation-draft.ts'
import { FederationSection } from './federation-section.tsx'
import { GeneralSection } from './general-section.tsx'
import { HiddenNames } from './hidden-names.tsx'
import type { ListedKind } from './kinds.ts'
import { MembersSection } from './members-section.tsx'
import { MirrorsSection } from './mirrors-section.tsx'
import { PatternsSection } from './patterns-section.tsx'
import { changedMembers, mistakesOf, namesOf, type RepositoryDraft } from './repository-draft.ts'
import { RepositoryFacts } from './repository-facts.tsx'
import { ResolutionSection } from './resolution-section.tsx'
import type { SectionProps } from './section-props.ts'
import { UpstreamSection } from './upstream-section.tsx'

interface RepositoryPageProps {
  title: string
  kind: ListedKind
  type: RepositoryType
  saved: RepositoryDraft
  details?: RepositoryDetails
  /** Keys of others, for a new one. */
  taken?: string[]
  endpoint: Endpoint
  isNew?: boolean
  /** It was made: there is nothing left to lose. */
  isDone?: boolean
  head?: ReactNode
  error: CallError | null
  isSaving: boolean
  save: (key: string, config: RepositoryConfiguration, onSuccess: () => void) => void
}

export function RepositoryPage(props: RepositoryPageProps) {
  const { title, kind, type, saved, details, taken = [], endpoint, isNew = false, isDone = false } = props
  const { head, error, isSaving, save } = props
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<RepositoryDraft>(saved)
  const [wasSent, setSent] = useState(false)
  const { value } = draft
  const mistakes = { ...mistakesOf(kind, value, taken), ...federationMistakes(value.config) }
  const set = (change: RepositoryConfiguration) => draft.change({ config: { ...value.config, ...change } })
  const body = () => (isNew ? wholeOf(value) : changedMembers(saved, value))
  const submit = () => {
    setSent(true)
    const [wrong] = Object.keys(mistakes)
    const settled = { ...value, config: withoutTokens(value.config), password: undefined }
    if (wrong === undefined) save(value.key, body(), () => draft.reset(settled))
    else page.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }
  const shownMistakes = {
    ...(error?.field === undefined ? {} : { [error.field]: error.message }),
    // The rule of keys is said while typing; what is missing, when somebody wants to go on.
    ...(wasSent ? mistakes : value.key === '' ? {} : { key: mistakes['key'] }),
  }
  const isPlaced = error?.field !== undefined && shownFields.has(error.field)
  return (
    <>
      <PageHead title={title}>
        <CopyCurl endpoint={endpoint} params={isNew ? {} : { key: value.key }} body={body} />
        {head}
      </PageHead>
      <div ref={page} className={styles['columns']}>
        <div className={styles['main']}>
          <Sections
            {...props}
            part={{ draft: value, set, mistakes: shownMistakes }}
            onChange={draft.change}
          />
        </div>
        <div className={styles['side']}>
          <RepositoryFacts kind={kind} type={type} repositoryKey={value.key} details={details} />
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown={isNew}
        isDirty={draft.isDirty && !isDone}
        canSave={draft.isDirty || isNew}
        isSaving={isSaving}
        error={isPlaced ? null : error}
        onDiscard={() => draft.reset()}
        onSave={submit}
        {...(isNew ? { saveLabel: message('repositories.create') } : {})}
      />
    </>
  )
}

interface SectionsProps extends RepositoryPageProps {
  part: SectionProps
  onChange: (change: Partial<RepositoryDraft>) => void
}

function Sections({ kind, type, saved, details, isNew = false, part, onChange }: SectionsProps) {
  return (
    <>
      <GeneralSection {...part} isNew={isNew} onKey={(key) => onChange({ key })} />
      {kind === 'remote' ? (
        <UpstreamSection
          {...part}
          isNew={isNew}
          hasPassword={details?.hasPassword ?? false}
          onPassword={(password) => onChange({ password })}
        />
      ) : null}
      {details?.kind === 'federated' ? <FederationSection {...part} /> : null}
      {kind === 'virtual' ? <MembersSection {...part} format={type.id} /> : null}
      {kind === 'virtual' && !isNew ? (
        <ResolutionSection
          repositoryKey={saved.key}
          hasPackages={type.hasPackages}
          isChanged={Object.keys(changedMembers(saved, part.draft)).length > 0}
        />
      ) : null}
      {kind === 'virtual' && !isNew ? (
        <HiddenNames members={namesOf(part.draft.config, 'repositories')} />
      ) : null}
      <PatternsSection {...part} />
      <AdvancedSection {...part} kind={kind} defaults={type.defaults[kind] ?? {}} />
      {details === undefined || kind === 'virtual' ? null : (
        <MirrorsSection repositoryKey={details.key} kind={details.kind} />
      )}
    </>
  )
}

const shownFields = new Set(['key', 'url', 'password', 'repositories', 'defaultDeploymentRepo'])

const wholeOf = ({ config, password }: RepositoryDraft): RepositoryConfiguration =>
  password === undefined ? config : { ...config, password: password || null }
