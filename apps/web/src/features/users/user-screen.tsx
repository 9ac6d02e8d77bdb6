// One user: what they are, how they sign in, what they may do, and what they did lately.
import { type UserDetails, users } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx'
import { userDetails, useUpdateUser } from './queries.ts'
import { RecentActivity } from './recent-activity.tsx'
import { UserAccess } from './user-access.tsx'
import { UserAccount } from './user-account.tsx'
import { changeOf, draftOf, type UserDraft } from './user-draft.ts'
import { UserForm } from './user-form.tsx'
import { UserLinks } from './user-links.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserSshKeys } from './user-ssh-keys.tsx'
import { UserTokens } from './user-tokens.tsx'
import { useGoToUsers } from './use-go-to-users.ts'

export function UserScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string } // the route has it
  const user = useQuery(userDetails(name))
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.groupPeople'), to: '/admin/management/users' },
          { text: message('shell.users'), to: '/admin/management/users' },
          { text: name },
        ]}
      />
      <Loaded
        query={user}
        failed={message('people.userFailed', { name })}
        missing={<Empty title={message('people.noUser', { name })} />}
      >
        {(data) => <UserPage key={name} user={data} />}
      </Loaded>
    </>
  )
}

function UserPage({ user }: { user: UserDetails }) {
  const saved = draftOf(user)
  const draft = useDraft<UserDraft>(saved)
  const update = useUpdateUser()
  const [action, setAction] = useState<BulkAction | undefined>(undefined)
  const leave = useGoToUsers()
  const change = () => changeOf(saved, draft.value)
  const save = () =>
    update.mutate(
      { params: { name: user.name }, body: change() },
      {
        onSuccess: (answer) => {
          draft.reset(draftOf(answer))
          notify('success', message('people.saved', { name: user.name }))
        },
      },
    )
  const { error } = update
  return (
    <>
      <PageHead title={user.name}>
        <CopyCurl endpoint={users.update} params={{ name: user.name }} body={change} />
        <Button
          disabled={user.can['delete'] === false}
          title={user.whyNot['delete']}
          onClick={() => setAction('delete')}
        >
          {message('people.deleteUser')}
        </Button>
      </PageHead>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <UserForm
            draft={draft.value}
            onChange={draft.change}
            mistakes={error?.field === undefined ? {} : { [error.field]: error.message }}
            user={user}
          />
        </div>
        <div className={styles['side']}>
          <UserAccount user={user} onAction={setAction} />
          <UserAccess user={user} />
          <UserSessions name={user.name} />
          <UserLinks name={user.name} />
          <UserTokens name={user.name} onRevokeAll={() => setAction('revoke-tokens')} />
          <UserSshKeys name={user.name} />
          <RecentActivity name={user.name} />
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={update.isPending}
        error={error?.field === undefined ? error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
      />
      {action === undefined ? null : (
        <BulkDialog
          action={action}
          names={[user.name]}
          onDone={() => (action === 'delete' ? leave() : undefined)}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  )
}
