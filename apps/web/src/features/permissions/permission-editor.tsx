import { type Permission, permissions } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type Draft, useDraft } from '../../lib/draft.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message, richMessage } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { EditedSection } from '../../shared/access/sections.ts'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { LeaveGuard } from '../../shared/unsaved-bar.tsx'
import { When } from '../../shared/when.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { LateSkeletonBlock } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PermissionDraft } from './model.ts'
import { PermissionMenu } from './permission-menu.tsx'
import styles from './permission-editor.module.css'
import { useCreatePermission, useMemberCounts, usePreview, useUpdatePermission } from './queries.ts'
import { ResourcesCard } from './resources-card.tsx'
import type { FocusedBox } from './tester-panel.tsx'
import { WhoCard } from './who-card.tsx'
import { WordsCard } from './words-card.tsx'

const EffectDialog = lazyPart(() => import('./effect-dialog.tsx'), 'EffectDialog')
// Below the rest on small screens, and never needed for the first look.
const TesterPanel = lazyPart(() => import('./tester-panel.tsx'), 'TesterPanel')

export function PermissionEditor({ saved }: { saved: Permission }) {
  const draft = useDraft<PermissionDraft>(toDraft(saved))
  const { name, sections } = draft.value
  const [shown, setShown] = useState<EditedSection>('artifact')
  const [focused, setFocused] = useState<FocusedBox | undefined>(undefined)
  const members = useMemberCounts(groupsOf(draft.value))
  const save = useSave(saved, draft)
  useShortcuts({ submit: save.start })
  return (
    <>
      <Head saved={saved} draft={draft} save={save} />
      <LeaveGuard isDirty={draft.isDirty && !save.isDone} />
      <div className={styles['columns']}>
        <div className={styles['main']}>
          {saved.name === '' ? <NameCard draft={draft} save={save} /> : null}
          <ResourcesCard
            sections={sections}
            canEdit={saved.can['addResources'] === true}
            onChange={(next) => draft.change({ sections: next })}
            onShow={setShown}
          />
          <WhoCard
            sections={sections}
            shown={shown}
            members={members}
            can={saved.can}
            onShow={setShown}
            onFocus={setFocused}
            onChange={(next) => draft.change({ sections: next })}
          />
          <WordsCard sections={sections} members={members} />
        </div>
        <Suspense fallback={<LateSkeletonBlock />}>
          <TesterPanel
            draft={draft.value}
            isDirty={draft.isDirty}
            savedName={saved.name}
            can={saved.can}
            focused={focused}
            onChange={(next) => draft.change({ sections: next })}
          />
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {save.effects === undefined ? null : (
          <EffectDialog
            name={name}
            effects={save.effects}
            isBusy={save.isBusy}
            error={save.error}
            onConfirm={save.confirm}
            onClose={save.cancel}
          />
        )}
      </Suspense>
    </>
  )
}

interface PartProps {
  draft: Draft<PermissionDraft>
  save: ReturnType<typeof useSave>
}

function Head({ saved, draft, save }: PartProps & { saved: Permission }) {
  const isNew = saved.name === ''
  const { name, sections } = draft.value
  return (
    <PageHead title={isNew ? message('shell.newPermission') : saved.name} amount={undefined}>
      {isNew ? null : (
        <span className={styles['saved']}>
          {richMessage('shared.savedBy', { when: <When at={saved.modifiedAt} />, name: saved.modifiedBy })}
        </span>
      )}
      <CopyCurl
        endpoint={isNew ? permissions.create : permissions.update}
        params={isNew ? {} : { name: saved.name }}
        body={() => (isNew ? { name, sections } : { sections })}
      />
      {isNew ? null : <PermissionMenu permission={saved} isDirty={draft.isDirty} />}
      <ChangeButton
        look="filled"
        disabled={!draft.isDirty || saved.can['edit'] !== true}
        isBusy={save.isBusy}
        onClick={save.start}
      >
        {message('shared.save')}
      </ChangeButton>
    </PageHead>
  )
}

function NameCard({ draft: { value, change }, save }: PartProps) {
  const isMissing = save.wasTried && value.name.trim() === ''
  return (
    <Card>
      <CardBody>
        <TextField
          name="name"
          label={message('permissions.name')}
          description={message('permissions.nameHelp')}
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={value.name}
          error={save.nameError ?? (isMissing ? message('spec.mandatory') : undefined)}
          className={styles['name'] ?? ''}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </CardBody>
    </Card>
  )
}

const toDraft = ({ name, sections }: Permission): PermissionDraft => ({ name, sections })

const groupsOf = ({ sections }: PermissionDraft) => [
  ...new Set(
    sections.flatMap(({ who }) => who.filter(({ kind }) => kind === 'group').map(({ name }) => name)),
  ),
]

/** First what it would change for people; then, when somebody agrees, the change. */
function useSave(saved: Permission, draft: Draft<PermissionDraft>) {
  const navigate = useNavigate()
  const isNew = saved.name === ''
  const create = useCreatePermission()
  const update = useUpdatePermission()
  const preview = usePreview()
  const [wasTried, setTried] = useState(false)
  const [isDone, setDone] = useState(false)
  const { name, sections } = draft.value
  const error = create.error ?? update.error ?? preview.error
  const finish = (permission: Permission) => {
    preview.reset()
    draft.reset(toDraft(permission))
    notify('success', message('permissions.saved', { name: permission.name }))
    if (!isNew) return
    setDone(true)
    void navigate({
      to: '/admin/management/permissions/$name/edit',
      params: { name: permission.name },
      ignoreBlocker: true,
    })
  }
  const confirm = () =>
    isNew
      ? create.mutate({ body: { name: name.trim(), sections } }, { onSuccess: finish })
      : update.mutate({ params: { name: saved.name }, body: { sections } }, { onSuccess: finish })
  const start = () => {
    setTried(true)
    if (name.trim() === '' || !draft.isDirty) return
    create.reset()
    update.reset()
    preview.mutate(
      { body: { sections, ...(isNew ? {} : { name: saved.name }) } },
      { onError: (failure) => notify('error', failure.message) },
    )
  }
  return {
    start,
    confirm,
    cancel: () => preview.reset(),
    wasTried,
    isDone,
    effects: preview.data?.effects,
    isBusy: preview.isPending || create.isPending || update.isPending,
    error: error ?? null,
    nameError:
      create.error?.field === 'name' || create.error?.code === 'conflict' ? create.error.message : undefined,
  }
}
