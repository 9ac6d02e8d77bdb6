import { type DragEvent, useId, useState } from 'react'
import { useReadOnly } from '../lib/announcements.ts'
import { type FileRule, fileProblem } from '../lib/file-rules.ts'
import { message } from '../lib/messages.ts'
import { Field, describedBy } from '../ui/field.tsx'
import { UploadIcon } from '../ui/icons.ts'
import styles from './upload-field.module.css'

interface UploadFieldProps {
  label: string
  description?: string
  rule: FileRule
  /** What the server, or whoever reads the file, says against it. */
  error?: string | undefined
  isBusy?: boolean
  onFile: (file: File) => void
}

/** A file, dropped here or chosen. What breaks the rule is refused before anything is read. */
export function UploadField({ label, description, rule, error, isBusy = false, onFile }: UploadFieldProps) {
  const id = useId()
  const isReadOnly = useReadOnly()
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const isOff = isBusy || isReadOnly
  const shown = problem ?? error
  const take = (file: File | undefined) => {
    if (file === undefined || isOff) return
    const found = fileProblem(file, rule)
    setProblem(found)
    if (found === undefined) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Field id={id} label={label} description={description} error={shown}>
      <div
        className={styles['zone']}
        data-over={isOver || undefined}
        title={isReadOnly ? message('spec.readOnly') : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <UploadIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
        <span>{message(isBusy ? 'shared.uploading' : 'shared.dropOrChoose')}</span>
        <input
          {...describedBy(id, { description, error: shown })}
          id={id}
          type="file"
          className={styles['input']}
          disabled={isOff}
          accept={rule.extensions.map((extension) => `.${extension}`).join(',')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = ''
          }}
        />
      </div>
    </Field>
  )
}
