// "Can grace deploy to this path?", answered with the rule that decides.
import { type Action, type PermissionSection, permissions } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { useSettled } from '../../lib/delay.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { TesterIcon } from '../../ui/icons.ts'
import { PickField } from '../../ui/pick-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PanelError } from '../panel-error.tsx'
import styles from './access-tester.module.css'
import { actionLabels, allActions } from './actions.ts'
import { usePrincipals } from './principals.ts'
import { fixedTarget, sectionActions, testedSections, type TestedSection } from './sections.ts'
import { resultAsText, Verdict } from './verdict.tsx'

export interface Question {
  /** `user:ada` or `group:web`; empty for oneself. */
  subject: string
  action: Action
  section: TestedSection
  /** The repository, and the path in it behind a slash; the name of a build or bundle. */
  path: string
}

interface AccessTesterProps {
  question: Question
  onChange: (question: Question) => void
  /** False where somebody may only ask about themselves. */
  canChooseSubject?: boolean
  /** Below a refusal: what would allow it here. */
  remedies?: ReactNode
  /** A permission that is being edited: the answer is as if it were saved. */
  draft?: { name?: string; sections: PermissionSection[] } | undefined
}

export function AccessTester(props: AccessTesterProps) {
  const { question, onChange, canChooseSubject = true, remedies, draft } = props
  const answer = useAnswer(question, draft)
  const { data } = answer
  return (
    <Card label={message('shell.accessTester')}>
      <CardHead>
        <TesterIcon size="1rem" stroke={1.5} aria-hidden="true" />
        <h2 className={styles['title']}>{message('shell.accessTester')}</h2>
        {data === undefined || data === null ? null : (
          <Button look="plain" size={28} onClick={() => void copyText(resultAsText(data))}>
            {message('permissions.copyResult')}
          </Button>
        )}
      </CardHead>
      <CardBody>
        <QuestionForm question={question} onChange={onChange} canChooseSubject={canChooseSubject} />
        <div aria-live="polite">
          {answer.error === null ? null : (
            <PanelError
              title={message('permissions.testerFailed')}
              error={answer.error}
              onRetry={() => void answer.refetch()}
            />
          )}
          {data === undefined || data === null || answer.error !== null ? null : (
            <Verdict answer={data} hasRemedies={remedies !== undefined} />
          )}
          {data === undefined && answer.error === null ? (
            <p className={styles['prompt']}>{message('permissions.testerPrompt')}</p>
          ) : null}
        </div>
      </CardBody>
      {data === undefined || data === null || data.allowed ? null : remedies}
    </Card>
  )
}

type QuestionFormProps = Required<Pick<AccessTesterProps, 'question' | 'onChange' | 'canChooseSubject'>>

function QuestionForm({ question, onChange, canChooseSubject }: QuestionFormProps) {
  return (
    <div className={styles['form']}>
      <div className={styles['pair']}>
        {canChooseSubject ? (
          <SubjectField value={question.subject} onChange={(subject) => onChange({ ...question, subject })} />
        ) : (
          <TextField
            label={message('permissions.testerCan')}
            value={message('permissions.testerMe')}
            readOnly
          />
        )}
        <SelectField
          label={message('permissions.testerDo')}
          options={sectionActions[question.section].map((action) => ({
            value: action,
            label: message(actionLabels[action]),
          }))}
          value={question.action}
          onChange={(value) =>
            onChange({ ...question, action: allActions.find((action) => action === value) ?? 'read' })
          }
        />
      </div>
      <Segmented
        label={message('permissions.testerWhat')}
        options={testedSections.map((value) => ({ value, label: message(places[value].title) }))}
        value={question.section}
        onChange={(section) => onChange(moveTo(question, section))}
      />
      <TextField
        label={message(places[question.section].label)}
        placeholder={message(places[question.section].example)}
        value={question.path}
        className={styles['path'] ?? ''}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...question, path: event.currentTarget.value })}
      />
    </div>
  )
}

const places: Record<TestedSection, { title: MessageId; label: MessageId; example: MessageId }> = {
  artifact: {
    title: 'permissions.testerFiles',
    label: 'permissions.testerPath',
    example: 'permissions.testerPathExample',
  },
  build: {
    title: 'permissions.builds',
    label: 'permissions.testerBuild',
    example: 'permissions.testerBuildExample',
  },
  release_bundle: {
    title: 'permissions.bundles',
    label: 'permissions.testerBundle',
    example: 'permissions.testerBundleExample',
  },
}

/** A path says nothing about builds, and not every action exists there. */
const moveTo = (question: Question, section: TestedSection): Question => ({
  ...question,
  section,
  path: '',
  action: sectionActions[section].includes(question.action) ? question.action : 'read',
})

/** Asked once the typing stops, and only when the question is complete. */
function useAnswer(question: Question, draft: AccessTesterProps['draft']) {
  const { subject, action, section } = question
  const settled = useSettled(question.path.trim().replace(/^\/+/, ''), 300)
  const [repository, path] = placeOf(section, settled)
  const name = subject.slice(subject.indexOf(':') + 1)
  const who = subject === '' ? {} : subject.startsWith('group:') ? { group: name } : { user: name }
  return useQuery({
    ...query(permissions.test, { body: { ...who, action, section, repository, path, draft } }),
    enabled: repository !== '',
    ...(repository === '' ? {} : { placeholderData: keepPreviousData }),
  })
}

function placeOf(section: TestedSection, text: string): [repository: string, path: string] {
  const fixed = fixedTarget[section]
  if (fixed !== undefined) return [fixed, text]
  const [repository = '', ...rest] = text.split('/')
  return [repository, rest.join('/')]
}

function SubjectField({ value, onChange }: { value: string; onChange: (subject: string) => void }) {
  const chosen = value.slice(value.indexOf(':') + 1)
  const [text, setText] = useState<string | undefined>(undefined)
  const options = usePrincipals(text ?? '')
  return (
    <PickField
      label={message('permissions.testerCan')}
      placeholder={message('permissions.testerMe')}
      query={text ?? chosen}
      onQuery={(typed) => {
        setText(typed)
        if (typed === '') onChange('')
      }}
      options={options}
      onPick={(subject) => {
        setText(undefined)
        onChange(subject)
      }}
      empty={message('permissions.nobodyFound')}
    />
  )
}
