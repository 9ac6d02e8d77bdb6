// One group: what it is, who is in it, which permissions name it.
import { type GroupDetails, groups } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { useLasting } from '../../lib/delay.ts'
import { useDraft } from '../../lib/draft.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { type GroupDraft, GroupForm, traitsOf } from './group-form.tsx'
import { MemberList } from './member-list.tsx'
import own from './member-list.module.css'
import { groupDetails, useRemoveGroup, useUpdateGroup } from './queries.ts'

export function GroupScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string } // the route has it
  const group = useQuery(groupDetails(name))
  const isSlow = useLasting(group.isPending, 1000)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.groupPeople'), to: '/admin/management/users' },
          { text: message('shell.userGroups'), to: '/admin/management/groups' },
          { text: name },
        ]}
      />
      {group.error === null ? null : (
        <Card>
          {group.error instanceof CallError && group.error.status === 404 ? (
            <Empty title={message('people.noSuchGroup', { name })} />
          ) : (
            <PanelError
              title={message('people.groupFailed', { name })}
              error={group.error}
              onRetry={() => void group.refetch()}
            />
          )}
        </Card>
      )}
      {group.isPending && isSlow ? <SkeletonBlock /> : null}
      {group.data === undefined || group.error !== null ? null : <GroupPage key={name} group={group.data} />}
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
