import { type IdentityMapping, oidcExchange } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { useMutation } from '../../../lib/query.ts'
import { DialogEnd } from '../../../shared/dialog-end.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ClaimRows } from './claim-rows.tsx'
import { blankMapping, draftOf, type MappingDraft, mappingOf } from './mapping-draft.ts'
import styles from './oidc.module.css'
import { TokenFields } from './token-fields.tsx'

interface MappingDialogProps {
  provider: string
  /** Undefined for a new one. */
  saved: IdentityMapping | undefined
  nextPriority: number
  onClose: () => void
}

export function MappingDialog({ provider, saved, nextPriority, onClose }: MappingDialogProps) {
  const [draft, setDraft] = useState(() =>
    saved === undefined ? blankMapping(nextPriority) : draftOf(saved),
  )
  const [wasSent, setSent] = useState(false)
  const save = useSave(provider, saved === undefined, onClose)
  const change = (part: Partial<MappingDraft>) => setDraft({ ...draft, ...part })
  const mapping = mappingOf(draft)
  const hasClaims = Object.keys(mapping.claims).length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (mapping.name !== '' && hasClaims) save.start(mapping)
  }
  const missing = wasSent && mapping.name === '' ? message('spec.mandatory') : undefined
  return (
    <Dialog
      title={saved === undefined ? message('providers.addIdentityMapping') : saved.name}
      width={640}
      onClose={onClose}
    >
      <form className={styles['form']} noValidate onSubmit={submit}>
        <div className={styles['pair']}>
          <TextField
            label={message('providers.name')}
            required
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            disabled={saved !== undefined}
            value={draft.name}
            error={missing ?? (save.error?.field === 'name' ? save.error.message : undefined)}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <NumberField
            label={message('providers.priority')}
            description={message('providers.priorityHelp')}
            value={draft.priority}
            min={1}
            max={1_000_000}
            onChange={(priority) => change({ priority })}
          />
        </div>
        <TextField
          label={message('providers.description')}
          autoComplete="off"
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <ClaimRows
          rows={draft.claims}
          error={wasSent && !hasClaims ? message('providers.needsClaim') : undefined}
          onChange={(claims) => change({ claims })}
        />
        <TokenFields draft={draft} onChange={change} />
        {save.error === null || save.error.field === 'name' ? null : (
          <Notice look="error" isUrgent>
            {save.error.message}
          </Notice>
        )}
        <DialogEnd onClose={onClose} isBusy={save.isBusy}>
          {message('providers.saveMapping')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

function useSave(provider: string, isNew: boolean, onDone: () => void) {
  const options = { refresh: [oidcExchange.listMappings] }
  const create = useMutation(oidcExchange.createMapping, options)
  const update = useMutation(oidcExchange.updateMapping, options)
  const done = {
    onSuccess: () => {
      notify('success', message('providers.saved'))
      onDone()
    },
  }
  return {
    start: (mapping: IdentityMapping) =>
      isNew
        ? create.mutate({ params: { name: provider }, body: mapping }, done)
        : update.mutate({ params: { name: provider, mapping: mapping.name }, body: mapping }, done),
    isBusy: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}
