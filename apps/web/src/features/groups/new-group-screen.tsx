import { groups } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { splitPatterns } from '../../lib/patterns.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type GroupDraft, GroupForm, newGroup, traitsOf } from './group-form.tsx'
import { checkGroupName } from './group-name.ts'
import { useCreateGroup } from './queries.ts'

type NewDraft = GroupDraft & { members: string }

const nothing: NewDraft = { ...newGroup, members: '' }

export function NewGroupScreen() {
  const navigate = useNavigate()
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<NewDraft>(nothing)
  const create = useCreateGroup()
  const [wasSent, setSent] = useState(false)
  const { error } = create
  const { members, ...group } = draft.value
  const mistake = wasSent ? checkGroupName(group.name) : undefined
  const body = () => ({ ...traitsOf(group), name: group.name.trim(), members: splitPatterns(members) })
  const save = () => {
    setSent(true)
    if (checkGroupName(group.name) !== undefined) {
      page.current?.querySelector<HTMLInputElement>('[name="name"]')?.focus()
      return
    }
    create.mutate(
      { body: body() },
      {
        onSuccess: ({ name }) => {
          notify('success', message('people.groupCreated', { name }))
          void navigate({ to: '/admin/management/groups/$name/edit', params: { name }, ignoreBlocker: true })
        },
      },
    )
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.groupPeople'), to: '/admin/management/users' },
          { text: message('shell.userGroups'), to: '/admin/management/groups' },
          { text: message('shell.newGroup') },
        ]}
      />
      <PageHead title={message('shell.newGroup')}>
        <CopyCurl endpoint={groups.create} body={body} />
      </PageHead>
      <div ref={page} className={styles['columns']}>
        <div className={styles['main']}>
          <GroupForm
            draft={group}
            onChange={draft.change}
            mistakes={{
              ...(error?.field === undefined ? {} : { [error.field]: error.message }),
              ...(mistake === undefined ? {} : { name: mistake }),
            }}
            isNew
          />
          <FormSection title={message('people.members')}>
            <TextArea
              label={message('people.pasteMembers')}
              description={message('people.pasteMembersHelp')}
              rows={4}
              spellCheck={false}
              className={styles['wide'] ?? ''}
              value={members}
              onChange={(event) => draft.change({ members: event.currentTarget.value })}
            />
          </FormSection>
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown
        isDirty={draft.isDirty}
        isSaving={create.isPending}
        error={error?.field === undefined ? error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
        saveLabel={message('people.createGroup')}
      />
    </>
  )
}
