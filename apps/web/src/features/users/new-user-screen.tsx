import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { users } from '@bindery/contracts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { useCreateUser, useInvite } from './queries.ts'
import { creationOf, mistakesOf, newUser, type UserDraft } from './user-draft.ts'
import { UserForm } from './user-form.tsx'

export function NewUserScreen() {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft<UserDraft>(newUser)
  const create = useCreateUser()
  const invite = useInvite()
  const [wasSent, setSent] = useState(false)
  const own = mistakesOf(draft.value, true)
  const error = draft.value.way === 'invitation' ? invite.error : create.error
  const theirs = error?.field === undefined ? {} : { [error.field]: error.message }
  const save = () => {
    setSent(true)
    const [wrong] = Object.keys(own)
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    if (draft.value.way === 'invitation') {
      const { email, groups } = draft.value
      invite.mutate(
        { body: { email: email.trim(), groups } },
        { onSuccess: () => leave(message('people.invitedNotice', { email }), { activeTab: 'invitations' }) },
      )
      return
    }
    create.mutate(
      { body: creationOf(draft.value) },
      { onSuccess: ({ name }) => leave(message('people.created', { name }), {}) },
    )
  }
  const leave = (text: string, search: object) => {
    notify('success', text)
    void navigate({ to: '/admin/management/users', search, ignoreBlocker: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.groupPeople'), to: '/admin/management/users' },
          { text: message('shell.users'), to: '/admin/management/users' },
          { text: message('shell.newUser') },
        ]}
      />
      <PageHead title={message('shell.newUser')}>
        <CopyCurl endpoint={users.create} body={() => creationOf(draft.value)} />
      </PageHead>
      <form ref={form} noValidate onSubmit={submit} className={styles['columns']}>
        <div className={styles['main']}>
          <UserForm
            draft={draft.value}
            onChange={draft.change}
            mistakes={wasSent ? { ...own, ...theirs } : theirs}
          />
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </div>
      </form>
      <UnsavedBar
        isAlwaysShown
        isDirty={draft.isDirty}
        isSaving={create.isPending || invite.isPending}
        error={error?.field === undefined ? error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
        saveLabel={message(draft.value.way === 'invitation' ? 'people.sendInvitation' : 'people.createUser')}
      />
    </>
  )
}
