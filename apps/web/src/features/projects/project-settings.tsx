import { type ProjectOverview, projects } from '@bindery/contracts'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { CopyCurl } from '../../shared/copy-curl.tsx'
import styles from '../../shared/settings-page.module.css'
import { UnsavedBar } from '../../shared/unsaved-bar.tsx'
import { bodyOf, draftOf } from './project-draft.ts'
import { ProjectForm } from './project-form.tsx'
import { mistakesOf, refusalOf } from './project-mistakes.ts'
import { useUpdateProject } from './queries.ts'

export function ProjectSettings({ project }: { project: ProjectOverview }) {
  const draft = useDraft(draftOf(project))
  const update = useUpdateProject()
  const [wasSent, setSent] = useState(false)
  const mistakes = mistakesOf(draft.value)
  const refusal = refusalOf(update.error)
  const params = { key: project.key }
  const save = () => {
    setSent(true)
    if (Object.keys(mistakes).length > 0) return
    update.mutate(
      { params, body: bodyOf(draft.value) },
      { onSuccess: () => notify('success', message('projects.saved', { name: draft.value.name })) },
    )
  }
  return (
    <>
      <div className={styles['columns']}>
        <div className={styles['main']}>
          <ProjectForm
            draft={draft.value}
            onChange={draft.change}
            mistakes={{ ...refusal, ...(wasSent ? mistakes : {}) }}
            isNew={false}
          />
          <div className={styles['actions']}>
            <CopyCurl endpoint={projects.update} params={params} body={() => bodyOf(draft.value)} />
          </div>
        </div>
      </div>
      <UnsavedBar
        isDirty={draft.isDirty}
        isSaving={update.isPending}
        error={Object.keys(refusal).length === 0 ? update.error : null}
        onDiscard={() => draft.reset()}
        onSave={save}
      />
    </>
  )
}
