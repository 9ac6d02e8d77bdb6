import { repositories, type BuildMessages } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { query } from '../../lib/query.ts'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './builds.module.css'
import { emptyPromotion, type PromotionDraft, usePromotion, useRehearsal } from './promotion.ts'
import type { RunPlace } from './queries.ts'

/** Nothing is promoted before its dry run was seen, and a change asks for another one. */
export function PromoteDialog({ run, onClose }: { run: RunPlace; onClose: () => void }) {
  const [draft, setDraft] = useState(emptyPromotion)
  const rehearsal = useRehearsal(run)
  const promotion = usePromotion(run)
  const seen = rehearsal.data?.messages
  const isSaid = draft.status.trim() !== '' || draft.target !== ''
  const hasProblem = seen?.some(({ level }) => level === 'error') === true
  const change = (part: Partial<PromotionDraft>) => {
    setDraft({ ...draft, ...part })
    rehearsal.reset()
    promotion.reset()
  }
  const finish = () => {
    notify('success', message('builds.promoted', { name: run.name, number: run.number }))
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (seen === undefined) rehearsal.mutate(draft)
    else promotion.mutate(draft, { onSuccess: finish })
  }
  const error = rehearsal.error ?? promotion.error
  return (
    <Dialog
      title={message('builds.promoteTitle', { name: run.name, number: run.number })}
      width={640}
      onClose={onClose}
    >
      <form className={styles['form']} onSubmit={submit}>
        <Fields draft={draft} onChange={change} />
        {seen === undefined ? null : <Rehearsed messages={seen} hasProblem={hasProblem} />}
        <DialogEnd
          error={error}
          onClose={onClose}
          disabled={!isSaid || hasProblem}
          isBusy={rehearsal.isPending || promotion.isPending}
        >
          {message(seen === undefined ? 'builds.rehearse' : 'builds.promote')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  draft: PromotionDraft
  onChange: (part: Partial<PromotionDraft>) => void
}

function Fields({ draft, onChange }: FieldsProps) {
  const list = useId()
  return (
    <>
      <TextField
        label={message('builds.status')}
        description={message('builds.statusHelp')}
        maxLength={255}
        list={list}
        value={draft.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
      />
      <datalist id={list}>
        {['staged', 'released', 'rolled-back'].map((status) => (
          <option key={status} value={status}>
            {status}
          </option>
        ))}
      </datalist>
      <Target draft={draft} onChange={onChange} />
      <TextField
        label={message('builds.comment')}
        maxLength={4096}
        value={draft.comment}
        onChange={(event) => onChange({ comment: event.currentTarget.value })}
      />
    </>
  )
}

/** Where the files go, and what is asked only when they go somewhere. */
function Target({ draft, onChange }: FieldsProps) {
  const { data: all = [] } = useQuery(query(repositories.list, {}))
  const targets = all.filter(
    ({ kind, can }) => can['deploy'] === true && (kind === 'local' || kind === 'federated'),
  )
  return (
    <>
      <SelectField
        label={message('builds.targetRepository')}
        options={[
          { value: '', label: message('builds.stays') },
          ...targets.map(({ key, format }) => ({ value: key, label: `${key} (${format})` })),
        ]}
        value={draft.target}
        onChange={(target) => onChange({ target })}
      />
      {draft.target === '' ? null : (
        <>
          <RadioList
            label={message('builds.transfer')}
            options={[
              { value: 'copy', label: message('builds.copyFiles') },
              { value: 'move', label: message('builds.moveFiles') },
            ]}
            value={draft.isCopy ? 'copy' : 'move'}
            onChange={(kind) => onChange({ isCopy: kind === 'copy' })}
          />
          <CheckRow
            label={message('builds.withDependencies')}
            description={message('builds.withDependenciesText')}
            checked={draft.withDependencies}
            onChange={(withDependencies) => onChange({ withDependencies })}
          />
          <TextField
            label={message('builds.properties')}
            description={message('builds.propertiesHelp')}
            placeholder="qa=passed; team=a,b"
            spellCheck={false}
            value={draft.properties}
            onChange={(event) => onChange({ properties: event.currentTarget.value })}
          />
        </>
      )}
    </>
  )
}

interface RehearsedProps {
  messages: BuildMessages['messages']
  hasProblem: boolean
}

function Rehearsed({ messages, hasProblem }: RehearsedProps) {
  return (
    <Notice look={hasProblem ? 'error' : 'info'}>
      <p>{message(hasProblem ? 'builds.wouldFail' : 'builds.wouldHappen')}</p>
      <ul className={styles['messages']}>
        {messages.map(({ level, message: text }) => (
          <li key={text} data-level={level}>
            {text}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
