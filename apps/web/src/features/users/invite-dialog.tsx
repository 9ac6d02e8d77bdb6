import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { GroupPicker } from '../../shared/access/group-picker.tsx'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useInvite } from './queries.ts'
import styles from './users-screen.module.css'

/** A letter with a link; whoever opens it chooses a name and a password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useInvite()
  const [email, setEmail] = useState('')
  const [groups, setGroups] = useState<string[]>([])
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(email.trim() === '')
    if (email.trim() === '') return
    const done = () => {
      notify('success', message('people.invitedNotice', { email: email.trim() }))
      onClose()
    }
    invite.mutate({ body: { email: email.trim(), groups } }, { onSuccess: done })
  }
  const isEmailWrong = invite.error?.field === 'email'
  return (
    <Dialog title={message('people.inviteTitle')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p>{message('people.inviteText')}</p>
        <TextField
          label={message('people.email')}
          type="email"
          required
          data-autofocus
          autoComplete="off"
          value={email}
          error={
            isMissing && email.trim() === ''
              ? message('spec.mandatory')
              : isEmailWrong
                ? invite.error?.message
                : undefined
          }
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <GroupPicker label={message('people.groups')} values={groups} onChange={setGroups} />
        {invite.error === null || isEmailWrong ? null : (
          <Notice look="error" isUrgent>
            {invite.error.message}
          </Notice>
        )}
        <DialogEnd onClose={onClose} isBusy={invite.isPending}>
          {message('people.sendInvitation')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
