import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CallError } from '../../lib/call.ts'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { cache } from '../../lib/query.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { DeleteIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { FieldView } from './field.tsx'
import { isOn, type Collection, type Lists, nameOf, type Section, type Values } from './kind.ts'
import type { Chosen } from './provider-screen.tsx'
import styles from './providers.module.css'

/** The fields of one entry, what stands below them, and the ways to save and to remove it. */
export function EntryForm({ collection, saved, lists }: Chosen & { lists: Lists }) {
  const [blank] = useState(() => collection.blank?.(lists) ?? {})
  const draft = useDraft<Values>(saved ?? blank)
  const open = useOpen()
  const save = useMutation<Values, CallError>({
    mutationFn: () =>
      saved === undefined
        ? (collection.create?.(draft.value) ?? Promise.resolve(draft.value))
        : collection.save(nameOf(collection, saved), draft.value),
    onSuccess: async (answer) => {
      draft.reset(answer)
      await refresh(collection)
      notify('success', message('providers.saved'))
      if (saved === undefined) open({ list: collection.id, entry: nameOf(collection, answer) })
    },
  })
  const mistake = save.error?.field?.split('.')[0]
  const known = collection.sections.some(({ fields }) => fields.some(({ name }) => name === mistake))
  const panels = (list: Collection['panels']) =>
    list.map((Panel, index) => (
      <Panel
        key={index}
        values={draft.value}
        saved={saved}
        isDirty={draft.isDirty}
        change={draft.change}
        lists={lists}
      />
    ))
  return (
    <div className={styles['main']}>
      <Head collection={collection} saved={saved} onRemoved={() => open({})} />
      {panels(collection.helpers ?? [])}
      {collection.sections.map((section) => (
        <FormSection
          key={section.title}
          title={message(section.title)}
          {...(section.text === undefined ? {} : { text: message(section.text) })}
        >
          <Fields
            section={section}
            draft={draft.value}
            saved={saved}
            lists={lists}
            nameField={collection.nameField}
            mistake={known && mistake !== undefined ? { [mistake]: save.error?.message ?? '' } : {}}
            change={draft.change}
          />
        </FormSection>
      ))}
      {panels(collection.panels)}
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={save.isPending}
        error={known ? null : save.error}
        onDiscard={() => {
          draft.reset()
          save.reset()
        }}
        onSave={() => save.mutate()}
      />
    </div>
  )
}

interface FieldsProps {
  section: Section
  draft: Values
  saved: Values | undefined
  lists: Lists
  nameField: string | undefined
  mistake: Record<string, string>
  change: (change: Values) => void
}

function Fields({ section, draft, saved, lists, nameField, mistake, change }: FieldsProps) {
  return (
    <div className={styles['fields']}>
      {section.fields
        .filter(({ isShown }) => isShown?.(draft) ?? true)
        .map((field) => (
          <FieldView
            key={field.name}
            field={field}
            values={draft}
            lists={lists}
            error={mistake[field.name]}
            isFixed={field.name === nameField && saved !== undefined}
            change={change}
          />
        ))}
    </div>
  )
}

function Head({
  collection,
  saved,
  onRemoved,
}: {
  collection: Collection
  saved: Values | undefined
  onRemoved: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  const name = saved === undefined ? '' : nameOf(collection, saved)
  const remove = useMutation({
    mutationFn: () => collection.remove?.(name) ?? Promise.resolve(),
    onSuccess: async () => {
      await refresh(collection)
      notify('success', message('providers.removed', { name }))
      onRemoved()
    },
  })
  if (saved === undefined)
    return (
      <div className={styles['head']}>
        <h2>{collection.add === undefined ? '' : message(collection.add)}</h2>
      </div>
    )
  return (
    <div className={styles['head']}>
      <h2>{name === '' ? message(collection.title) : name}</h2>
      {'isEnabled' in saved ? (
        <Tag look={isOn(saved) ? 'ok' : 'quiet'}>
          {message(isOn(saved) ? 'providers.on' : 'providers.off')}
        </Tag>
      ) : null}
      {collection.remove === undefined ? null : (
        <Button size={28} icon={DeleteIcon} className={styles['push']} onClick={() => setAsking(true)}>
          {message('providers.remove')}
        </Button>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={message('providers.removeTitle', { name })}
          action={message('providers.remove')}
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {message(collection.removeText ?? 'providers.removeText')}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

const refresh = (collection: Collection) =>
  Promise.all(collection.stale.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })))

function useOpen() {
  const navigate = useNavigate()
  return (search: Record<string, string>) => void navigate({ to: '.', search })
}
