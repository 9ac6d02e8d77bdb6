// Who answers: a package or a path is tried on the saved configuration, and every member says what it has or why it is not asked.
import type { MemberAnswer, Resolution } from '@bindery/contracts'
import { type SyntheticEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag, type TagLook } from '../../ui/tag.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { kindTexts, listOf } from './kinds.ts'
import { useTryResolution } from './queries.ts'
import styles from './resolution-section.module.css'

interface ResolutionSectionProps {
  repositoryKey: string
  hasPackages: boolean
  /** The form holds something that is not saved, and so not asked with. */
  isChanged: boolean
}

export function ResolutionSection({ repositoryKey: key, hasPackages, isChanged }: ResolutionSectionProps) {
  const [text, setText] = useState('')
  const attempt = useTryResolution()
  const name = text.trim()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name !== '' && !attempt.isPending) attempt.mutate({ params: { key }, body: { name } })
  }
  const found = attempt.isPending ? undefined : attempt.data
  return (
    <FormSection
      title={message(hasPackages ? 'repository.tryPackage' : 'repository.tryFile')}
      text={message('repository.tryText')}
    >
      <form className={styles['form']} onSubmit={submit}>
        <TextField
          className={styles['field']}
          label={message(hasPackages ? 'repository.packageName' : 'repository.filePath')}
          maxLength={2048}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size={36} isBusy={attempt.isPending} disabled={name === ''}>
          {message('repository.whoAnswers')}
        </Button>
      </form>
      {isChanged ? <Notice>{message('repository.trySaved')}</Notice> : null}
      <div role="status">
        {attempt.error === null ? null : <Notice look="error">{attempt.error.message}</Notice>}
        {found === undefined ? null : (
          <Notice look={lookOf(found)} title={attempt.variables?.body.name}>
            {found.sentence}
          </Notice>
        )}
      </div>
      {found === undefined || found.members.length === 0 ? null : <Answers members={found.members} />}
    </FormSection>
  )
}

function Answers({ members }: { members: MemberAnswer[] }) {
  return (
    <ol className={styles['answers']} aria-label={message('repository.answers')}>
      {members.map(({ key, kind, outcome, sentence }, index) => (
        <li key={key} className={styles['answer']}>
          <span className={styles['number']} aria-hidden="true">
            {index + 1}
          </span>
          <span className={styles['name']}>{key}</span>
          <span className={styles['kind']}>{message(kindTexts[listOf(kind)].label)}</span>
          <Tag look={outcomes[outcome].look}>{message(outcomes[outcome].text)}</Tag>
          <span className={styles['sentence']}>{sentence}</span>
        </li>
      ))}
    </ol>
  )
}

const outcomes = {
  answers: { look: 'ok', text: 'repository.memberAnswers' },
  missing: { look: 'quiet', text: 'repository.memberMissing' },
  failed: { look: 'error', text: 'repository.memberFailed' },
  skipped: { look: 'outlined', text: 'repository.memberSkipped' },
} as const satisfies Record<MemberAnswer['outcome'], { look: TagLook; text: string }>

const lookOf = ({ members }: Resolution) =>
  members.some(({ outcome }) => outcome === 'answers') ? 'ok' : 'warn'
