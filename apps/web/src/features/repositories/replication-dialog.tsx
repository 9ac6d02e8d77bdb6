import type { ReplicationView } from '@bindery/contracts'
import { type FormEvent, useRef, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import styles from '../../shared/settings-page.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { MirrorTest } from './mirror-test.tsx'
import { useSaveReplication } from './queries.ts'
import { bodyOf, draftOfReplication, mistakesIn, newReplication } from './replication-draft.ts'
import { ReplicationFields } from './replication-fields.tsx'

interface ReplicationDialogProps {
  repositoryKey: string
  /** Fills a remote repository from its upstream; otherwise files are sent. */
  isPull: boolean
  /** Undefined for a new one. */
  known: ReplicationView | undefined
  onClose: () => void
}

export function ReplicationDialog({ repositoryKey: key, isPull, known, onClose }: ReplicationDialogProps) {
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() =>
    known === undefined ? newReplication(isPull) : draftOfReplication(known),
  )
  const [wasSent, setSent] = useState(false)
  const save = useSaveReplication()
  const found = mistakesIn(draft, isPull)
  const said = save.error?.field === undefined ? {} : { [save.error.field]: save.error.message }
  const mistakes = { ...said, ...(wasSent ? found : {}) }
  // The password is kept for one address, and told to no other.
  const hasPassword = known?.hasPassword === true && known.url === draft.url.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    save.mutate(
      { params: { key }, body: bodyOf(draft, known?.url) },
      {
        onSuccess: () => {
          notify('success', message('repository.replicationSaved'))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={titleOf(isPull, known !== undefined)} width={640} onClose={onClose}>
      <form ref={form} className={styles['section']} noValidate onSubmit={submit}>
        <ReplicationFields
          draft={draft}
          mistakes={mistakes}
          isPull={isPull}
          hasPassword={hasPassword}
          set={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        {isPull ? null : <MirrorTest repositoryKey={key} {...testOf(draft)} />}
        <DialogEnd
          error={save.error?.field === undefined ? save.error : null}
          isBusy={save.isPending}
          onClose={onClose}
        >
          {message('repository.saveReplication')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

const titleOf = (isPull: boolean, isKnown: boolean) =>
  message(
    isPull ? 'repository.pullTitle' : isKnown ? 'repository.editReplication' : 'repository.newReplication',
  )

const testOf = ({ url, username, password, proxyRef, disableProxy }: ReturnType<typeof newReplication>) => ({
  asked: {
    url: url.trim(),
    username,
    proxyRef,
    disableProxy,
    ...(password === undefined ? {} : { password }),
  },
})
