import type { CreatedToken } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { usePrincipals } from '../../shared/access/principals.ts'
import { SecretOnce } from '../../shared/secret-once.tsx'
import { lifeOptions, usualLife } from '../../shared/token-life.ts'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useCreateToken } from './queries.ts'
import { ScopeBuilder } from './scope-builder.tsx'
import { firstDraft, scopeOf } from './scope-draft.ts'
import styles from './tokens.module.css'

/** A token for anybody; shown once, in the place of the form. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedToken | undefined>(undefined)
  return (
    <Dialog
      title={message(made === undefined ? 'tokens.createTitle' : 'tokens.madeTitle')}
      width={640}
      onClose={onClose}
    >
      {made === undefined ? (
        <CreateForm onMade={setMade} onClose={onClose} />
      ) : (
        <div className={styles['form']}>
          <SecretOnce
            secrets={[
              { label: message('tokens.accessToken'), value: made.access_token },
              ...(made.reference_token === undefined
                ? []
                : [{ label: message('tokens.referenceToken'), value: made.reference_token }]),
              ...(made.refresh_token === undefined
                ? []
                : [{ label: message('tokens.refreshToken'), value: made.refresh_token }]),
            ]}
          />
          <DialogActions>
            <Button look="filled" size={36} onClick={onClose}>
              {message('tokens.done')}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}

function CreateForm({ onMade, onClose }: { onMade: (token: CreatedToken) => void; onClose: () => void }) {
  const own = useCurrentUser()?.name ?? ''
  const create = useCreateToken()
  const [username, setUsername] = useState(own)
  const [description, setDescription] = useState('')
  const [life, setLife] = useState(usualLife)
  const [draft, setDraft] = useState(firstDraft)
  const [isRefreshable, setRefreshable] = useState(false)
  const [hasReference, setReference] = useState(true)
  const [isTried, setTried] = useState(false)
  const users = usePrincipals(username === own ? '' : username, 'user')
  const scope = scopeOf(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (scope === undefined || username.trim() === '') return
    const body = {
      username: username.trim(),
      scope,
      description: description.trim(),
      expires_in: Number(life),
      refreshable: isRefreshable,
      include_reference_token: hasReference,
    }
    create.mutate({ body }, { onSuccess: onMade })
  }
  const { error } = create
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <div className={styles['pair']}>
        <PickField
          label={message('tokens.subject')}
          description={message('tokens.subjectHelp')}
          query={username}
          onQuery={setUsername}
          options={users}
          onPick={(id) => setUsername(id.slice('user:'.length))}
          empty={message('tokens.noSuchUser')}
          error={isTried && username.trim() === '' ? message('spec.mandatory') : errorAt(error, 'username')}
        />
        <TextField
          label={message('tokens.description')}
          description={message('tokens.descriptionHelp')}
          maxLength={1024}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      </div>
      <ScopeBuilder draft={draft} subject={username} isTried={isTried} onChange={setDraft} />
      <div className={styles['pair']}>
        <SelectField
          label={message('tokens.expires')}
          options={lifeOptions()}
          value={life}
          onChange={setLife}
        />
      </div>
      <CheckRow
        label={message('tokens.refreshable')}
        description={message('tokens.refreshableText')}
        checked={isRefreshable}
        onChange={setRefreshable}
      />
      <CheckRow
        label={message('tokens.reference')}
        description={message('tokens.referenceText')}
        checked={hasReference}
        onChange={setReference}
      />
      {error === null || error.field === 'username' ? null : (
        <Notice look="error" isUrgent>
          {error.message}
        </Notice>
      )}
      <DialogEnd onClose={onClose} isBusy={create.isPending}>
        {message('tokens.create')}
      </DialogEnd>
    </form>
  )
}

const errorAt = (error: { field: string | undefined; message: string } | null, field: string) =>
  error?.field === field ? error.message : undefined
