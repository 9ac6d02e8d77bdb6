// One group: what it is, who is in it, which permissions name it.
import { type GroupDetails, groups } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { type GroupDraft, GroupForm, traitsOf } from './group-form.tsx'
import { MemberList } from './member-list.tsx'
import own from './member-list.module.css'
import { groupDetails, useRemoveGroup, useUpdateGroup } from './queries.ts'

export function GroupScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string } // the route has it
  const group = useQuery(groupDetails(name))
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.groupPeople'), to: '/admin/management/users' },
          { text: message('shell.userGroups'), to: '/admin/management/groups' },
          { text: name },
        ]}
      />
      <Loaded
        query={group}
        failed={message('people.groupFailed', { name })}
        missing={<Empty title={message('people.noSuchGroup', { name })} />}
      >
        {(data) => <GroupPage key={name} group={data} />}
      </Loaded>
    </>
  )
}

function GroupPage({ group }: { group: GroupDetails }) {
  const draft = useDraft<GroupDraft>(draftOf(group))
  const update = useUpdateGroup()
  const [isDeleting, setDeleting] = useState(false)
  const { error } = update
  const save = () =>
    update.mutate(
      { params: { name: group.name }, body: traitsOf(draft.value) },
      {
        onSuccess: (answer) => {
          draft.reset(draftOf(answer))
          notify('success', message('people.groupSaved', { name: group.name }))
        },
      },
    )
  return (
    <>
      <PageHead title={group.name} amount={message('shared.members', { count: group.members })}>
        <CopyCurl endpoint={groups.update} params={{ name: group.name }} body={() => traitsOf(draft.value)} />
        <Button onClick={() => setDeleting(true)}>{message('people.deleteGroup')}</Button>
      </PageHead>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <GroupForm
            draft={draft.value}
            onChange={draft.change}
            mistakes={error?.field === undefined ? {} : { [error.field]: error.message }}
            isNew={false}
            realm={group.realm}
          />
        </div>
        <div className={styles['side']}>
          <MemberList group={group} />
          <UsedBy group={group} />
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={update.isPending}
        error={error?.field === undefined ? error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
      />
      {isDeleting ? <DeleteDialog group={group} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}

const draftOf = ({
  name,
  description,
  isAdmin,
  isAutoJoin,
  externalId,
  privileges,
}: GroupDetails): GroupDraft => ({
  name,
  description,
  isAdmin,
  isAutoJoin,
  externalId: externalId ?? '',
  privileges,
})

function UsedBy({ group }: { group: GroupDetails }) {
  return (
    <FormSection title={message('people.usedBy')}>
      {group.usedBy.length === 0 ? <p className={styles['muted']}>{message('people.usedByNone')}</p> : null}
      {group.usedBy.length === 0 ? null : (
        <ul className={own['used']}>
          {group.usedBy.map(({ permission, actions }) => (
            <li key={permission}>
              <Link to="/admin/management/permissions/$name/edit" params={{ name: permission }}>
                {permission}
              </Link>{' '}
              <span className={styles['muted']}>{actions.join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}

function DeleteDialog({ group, onClose }: { group: GroupDetails; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useRemoveGroup()
  const done = () => {
    notify('success', message('people.groupDeleted', { name: group.name }))
    void navigate({ to: '/admin/management/groups', ignoreBlocker: true })
  }
  return (
    <ConfirmDialog
      title={message('people.deleteGroupTitle', { name: group.name })}
      action={message('people.deleteGroup')}
      typed={group.name}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { name: group.name } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{message('people.deleteGroupText', { members: group.members, permissions: group.permissions })}</p>
    </ConfirmDialog>
  )
}
