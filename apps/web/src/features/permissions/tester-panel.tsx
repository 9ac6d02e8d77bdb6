import type { Action, Permission, PermissionSection } from '@bindery/contracts'
import { users } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { message, richMessage } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { query } from '../../lib/query.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { AccessTester, type Question } from '../../shared/access/access-tester.tsx'
import { actionLabels } from '../../shared/access/actions.ts'
import { type EditedSection, fixedTarget, isTested, sectionActions } from '../../shared/access/sections.ts'
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
  can: Permission['can']
  /** The box of the matrix that has the keyboard: the question follows it. */
  focused: FocusedBox | undefined
  onChange: (sections: PermissionSection[]) => void
}

export interface FocusedBox {
  section: EditedSection
  row: string
  column: string
}

export function TesterPanel({ draft, isDirty, savedName, can, focused, onChange }: TesterPanelProps) {
  const [question, setQuestion] = useState(() => firstQuestion(draft))
  useEffect(() => {
    if (focused === undefined || !isTested(focused.section)) return
    const { row: subject, section } = focused
    const action = sectionActions[section].find((one) => one === focused.column)
    if (action === undefined) return
    setQuestion((before) => ({
      subject,
      action,
      section,
      path: before.section === section ? before.path : '',
    }))
  }, [focused])
  return (
    <div className={styles['tester']}>
      <AccessTester
        question={question}
        onChange={setQuestion}
        draft={
          isDirty ? { ...(savedName === '' ? {} : { name: savedName }), sections: draft.sections } : undefined
        }
        remedies={<Remedies question={question} draft={draft} can={can} onChange={onChange} />}
      />
    </div>
  )
}

/** About the first of the people on the first of the repositories. */
function firstQuestion({ sections }: PermissionDraft): Question {
  const { who, targets } = sectionOf(sections, 'artifact')
  return {
    subject: who[0] === undefined ? '' : subjectId(who[0]),
    action: 'read',
    section: 'artifact',
    path: targets.find(({ name }) => !name.startsWith('ANY'))?.name ?? '',
  }
}

interface RemediesProps {
  question: Question
  draft: PermissionDraft
  can: Permission['can']
  onChange: (sections: PermissionSection[]) => void
}

/** The smallest changes that would allow it, as far as this permission is about the resource asked for. */
function Remedies({ question, draft, can, onChange }: RemediesProps) {
  const { kind, name } = subjectOf(question.subject)
  const section = sectionOf(draft.sections, question.section)
  const groups = useGroupsThatMay(question, section)
  const add = useAddMember()
  const canTick = can['edit'] === true && (question.action !== 'manage' || can['grantManage'] === true)
  if (question.subject === '' || !isAbout(section, question)) return null
  const label = message(actionLabels[question.action])
  const tickHere = () =>
    onChange(
      withSection(draft.sections, question.section, {
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
  const joinable = kind === 'user' ? groups : []
  const count = joinable.length + (canTick ? 1 : 0)
  if (count === 0) return null
  return (
    <div className={styles['remedies']}>
      <h3 className={styles['remediesTitle']}>{message('permissions.remedies', { count })}</h3>
      {joinable.map((group) => (
        <div key={group} className={styles['remedy']}>
          <span>{richMessage('permissions.remedyGroup', { name, group: <strong>{group}</strong> })}</span>
          <Button size={28} isBusy={add.isPending} onClick={() => join(group)}>
            {message('permissions.add')}
          </Button>
        </div>
      ))}
      {canTick ? (
        <div className={styles['remedy']}>
          <span>{message('permissions.remedyTick', { action: label, name })}</span>
          <Button size={28} onClick={tickHere}>
            {message('permissions.tick')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function isAbout({ targets }: PermissionSection, { section, path }: Question): boolean {
  const repository = fixedTarget[section] ?? path.split('/')[0]
  return targets.some(({ name }) => name === repository || name.startsWith('ANY'))
}

/** Groups of this permission that have the right and not the user, for those who may add members; two are enough. */
function useGroupsThatMay(
  { subject, action }: { subject: string; action: Action },
  section: PermissionSection,
) {
  const { kind, name } = subjectOf(subject)
  const isAdmin = useCurrentUser()?.isAdmin === true
  const user = useQuery({
    ...query(users.get, { params: { name } }),
    enabled: isAdmin && kind === 'user' && name !== '',
    retry: false,
  })
  if (!isAdmin) return []
  const own = user.data?.groups ?? []
  return section.who
    .filter((one) => one.kind === 'group' && one.actions.includes(action) && !own.includes(one.name))
    .map((one) => one.name)
    .slice(0, 2)
}
