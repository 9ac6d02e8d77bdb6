// New keys: pasted or from a file, judged one by one before anything is saved.
import type { CheckedKey } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { jsonRule } from '../../lib/file-rules.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { exactDate } from '../../lib/time.ts'
import { UploadField } from '../../shared/upload-field.tsx'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RefusedIcon, SuccessIcon } from '../../ui/icons.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { keysIn } from './key-file.ts'
import styles from './licenses.module.css'
import { useAddKeys, useCheckKeys } from './queries.ts'

export function AddDialog({ onClose }: { onClose: () => void }) {
  const [keys, setKeys] = useState('')
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined)
  const [isMissing, setMissing] = useState(false)
  const check = useCheckKeys()
  const add = useAddKeys()
  const change = (text: string) => {
    setKeys(text)
    check.reset()
    add.reset()
  }
  const readFile = async (file: File) => {
    const found = keysIn(await file.text())
    setFileProblem(found === undefined ? message('licenses.noKeysInFile') : undefined)
    if (found !== undefined) change(found)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(keys.trim() === '')
    if (keys.trim() === '') return
    check.mutate(
      { body: { keys } },
      {
        onSuccess: (checked) => {
          if (checked.every(({ problem }) => problem === ''))
            add.mutate({ body: { keys } }, { onSuccess: done })
        },
      },
    )
  }
  const done = () => {
    onClose()
    notify('success', message('licenses.added', { count: check.data?.length ?? 1 }))
  }
  const error = check.error ?? add.error
  return (
    <Dialog title={message('licenses.addTitle')} width={640} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <TextArea
          label={message('licenses.keys')}
          description={message('licenses.keysHelp')}
          rows={6}
          className={styles['keys'] ?? ''}
          spellCheck={false}
          autoComplete="off"
          required
          data-autofocus
          value={keys}
          error={isMissing && keys.trim() === '' ? message('spec.mandatory') : undefined}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <UploadField
          label={message('licenses.file')}
          description={message('licenses.fileHelp')}
          rule={jsonRule()}
          error={fileProblem}
          onFile={(file) => void readFile(file)}
        />
        <div role="alert">{check.data === undefined ? null : <Verdicts checked={check.data} />}</div>
        <DialogEnd error={error} onClose={onClose} isBusy={check.isPending || add.isPending}>
          {message('licenses.add')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

function Verdicts({ checked }: { checked: CheckedKey[] }) {
  return (
    <ul className={styles['verdicts']}>
      {checked.map(({ keyEnd, license, problem }, index) => {
        const Glyph = problem === '' ? SuccessIcon : RefusedIcon
        return (
          // The same key may be given twice, so its end is no name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} data-wrong={problem !== '' || undefined}>
            <Glyph size="1rem" stroke={1.75} aria-hidden="true" />
            <span>
              <code>…{keyEnd}</code> {problem === '' && license !== null ? inWords(license) : problem}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const inWords = ({ type, licensedTo, validThrough }: NonNullable<CheckedKey['license']>) =>
  [
    type,
    licensedTo,
    validThrough === null
      ? message('licenses.noEnd')
      : message('licenses.through', { day: exactDate(validThrough) }),
  ].join(' · ')
