import { projects } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { chooseProject } from '../../lib/project.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { AdminPicker, memberOf } from './admin-picker.tsx'
import { bodyOf, newProject, type ProjectDraft } from './project-draft.ts'
import { ProjectForm } from './project-form.tsx'
import { suggestKey } from './project-key.ts'
import { mistakesOf, refusalOf } from './project-mistakes.ts'
import { useMemberChanges } from './put-member.ts'
import { useCreateProject } from './queries.ts'

interface NewDraft extends ProjectDraft {
  admins: string[]
}

const nothing: NewDraft = { ...newProject, admins: [] }

export function NewProjectScreen() {
  const navigate = useNavigate()
  const user = useCurrentUser()?.name ?? ''
  const page = useRef<HTMLDivElement>(null)
  const draft = useDraft<NewDraft>(nothing)
  const create = useCreateProject()
  const members = useMemberChanges('')
  const [wasSent, setSent] = useState(false)
  const { admins, ...project } = draft.value
  const body = () => ({ ...bodyOf(project), project_key: project.key.trim() })
  const mistakes = { ...refusalOf(create.error), ...(wasSent ? mistakesOf(project) : {}) }
  const change = (change: Partial<ProjectDraft>) => {
    // The key follows the name until somebody types one.
    const isFollowing = project.key === suggestKey(project.name)
    const key = change.name !== undefined && isFollowing ? { key: suggestKey(change.name) } : {}
    if (create.isError) create.reset()
    draft.change({ ...change, ...key })
  }
  const addAdmins = async (key: string) => {
    try {
      for (const id of admins) await members.put(memberOf(id), ['Project Admin'], key)
    } catch (error) {
      // The project is there; who runs it is set on its page.
      if (error instanceof Error) notify('error', error.message)
    }
  }
  const save = () => {
    setSent(true)
    const [wrong] = Object.keys(mistakesOf(project))
    if (wrong !== undefined) {
      page.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    create.mutate(
      { body: body() },
      {
        onSuccess: ({ project_key: key, display_name: name }) => {
          notify('success', message('projects.created', { name }))
          chooseProject(user, key)
          void addAdmins(key).then(() => navigate({ to: '/admin/projects/overview', ignoreBlocker: true }))
        },
        onError: () => notify('error', message('spec.createProjectFailed')),
      },
    )
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.projects'), to: '/admin/projects/list' },
          { text: message('projects.create') },
        ]}
      />
      <PageHead title={message('projects.create')}>
        <CopyCurl endpoint={projects.create} body={body} />
      </PageHead>
      <div ref={page} className={styles['columns']}>
        <div className={styles['main']}>
          <ProjectForm draft={project} onChange={change} mistakes={mistakes} isNew />
        </div>
        <div className={styles['side']}>
          <AdminPicker names={admins} onChange={(names) => draft.change({ admins: names })} />
        </div>
      </div>
      <UnsavedBar
        isAlwaysShown
        isDirty={draft.isDirty}
        isSaving={create.isPending || members.isBusy}
        error={Object.keys(refusalOf(create.error)).length === 0 ? create.error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
        saveLabel={message('projects.create')}
      />
    </>
  )
}
