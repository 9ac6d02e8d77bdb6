import type { Action, PermissionSection } from '@bindery/contracts'
import { users } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { message, richMessage } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { query } from '../../lib/query.ts'
import { AccessTester, type Question } from '../../shared/access/access-tester.tsx'
import { actionLabels, fileActions } from '../../shared/access/actions.ts'
import { Button } from '../../ui/button.tsx'
import {
  addSubject,
  type PermissionDraft,
  sectionOf,
  subjectId,
  subjectOf,
  tick,
  withSection,
} from './model.ts'
import styles from './permission-editor.module.css'
import { useAddMember } from './queries.ts'

interface TesterPanelProps {
  draft: PermissionDraft
  isDirty: boolean
  /** Empty for a new permission. */
  savedName: string
  /** The box of the matrix that has the keyboard: the question follows it. */
  focused: { row: string; column: string } | undefined
  onChange: (sections: PermissionSection[]) => void
}

export function TesterPanel({ draft, isDirty, savedName, focused, onChange }: TesterPanelProps) {
  const artifact = sectionOf(draft.sections, 'artifact')
  const [question, setQuestion] = useState<Question>(() => ({
    subject: artifact.who[0] === undefined ? '' : subjectId(artifact.who[0]),
    action: 'read',
    path: artifact.targets.find(({ name }) => !name.startsWith('ANY'))?.name ?? '',
  }))
  useEffect(() => {
    if (focused === undefined) return
    const action = fileActions.find((one) => one === focused.column)
    if (action !== undefined) setQuestion((before) => ({ ...before, subject: focused.row, action }))
  }, [focused])
  return (
    <div className={styles['tester']}>
      <AccessTester
        question={question}
        onChange={setQuestion}
        draft={
          isDirty ? { ...(savedName === '' ? {} : { name: savedName }), sections: draft.sections } : undefined
        }
        remedies={<Remedies question={question} section={artifact} draft={draft} onChange={onChange} />}
      />
    </div>
  )
}

interface RemediesProps {
  question: Question
  section: PermissionSection
  draft: PermissionDraft
  onChange: (sections: PermissionSection[]) => void
}

/** The smallest changes that would allow it, as far as this permission is about the repository asked for. */
function Remedies({ question, section, draft, onChange }: RemediesProps) {
  const { kind, name } = subjectOf(question.subject)
  const groups = useGroupsThatMay(question, section)
  const add = useAddMember()
  const repository = question.path.split('/')[0] ?? ''
  const isCovered = section.targets.some(
    (target) => target.name === repository || target.name.startsWith('ANY'),
  )
  if (question.subject === '' || !isCovered) return null
  const label = message(actionLabels[question.action])
  const tickHere = () =>
    onChange(
      withSection(draft.sections, 'artifact', {
        who: tick(addSubject(section.who, question.subject), question.subject, question.action, true),
      }),
    )
  const join = (group: string) =>
    add.mutate(
      { params: { name: group }, body: { add: [name] } },
      {
        onSuccess: () => notify('success', message('permissions.joined', { name, group })),
        onError: (error) => notify('error', error.message),
      },
    )
  return (
    <div className={styles['remedies']}>
      <h3 className={styles['remediesTitle']}>
        {message('permissions.remedies', { count: kind === 'user' ? groups.length + 1 : 1 })}
      </h3>
      {(kind === 'user' ? groups : []).map((group) => (
        <div key={group} className={styles['remedy']}>
          <span>{richMessage('permissions.remedyGroup', { name, group: <strong>{group}</strong> })}</span>
          <Button size={28} isBusy={add.isPending} onClick={() => join(group)}>
            {message('permissions.add')}
          </Button>
        </div>
      ))}
      <div className={styles['remedy']}>
        <span>{message('permissions.remedyTick', { action: label, name })}</span>
        <Button size={28} onClick={tickHere}>
          {message('permissions.tick')}
        </Button>
      </div>
    </div>
  )
}

/** Groups of this permission that have the right and not the user; two are enough to choose from. */
function useGroupsThatMay(
  { subject, action }: { subject: string; action: Action },
  section: PermissionSection,
) {
  const { kind, name } = subjectOf(subject)
  const user = useQuery({
    ...query(users.get, { params: { name } }),
    enabled: kind === 'user' && name !== '',
    retry: false,
  })
  const own = user.data?.groups ?? []
  return section.who
    .filter((one) => one.kind === 'group' && one.actions.includes(action) && !own.includes(one.name))
    .map((one) => one.name)
    .slice(0, 2)
}
