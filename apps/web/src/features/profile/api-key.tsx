import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { CopyButton } from '../../shared/copy-button.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './profile.module.css'
import { useDropKey, useMakeKey, useShowKey } from './queries.ts'

/** The older kind of secret: one for each user, for clients that know nothing newer. */
export function ApiKey({ hasKey }: { hasKey: boolean }) {
  const show = useShowKey()
  const make = useMakeKey()
  const drop = useDropKey()
  const [key, setKey] = useState<string | undefined>(undefined)
  const [question, setQuestion] = useState<'regenerate' | 'revoke' | undefined>(undefined)
  const generate = () =>
    make.mutate(
      {},
      {
        onSuccess: ({ apiKey }) => {
          setKey(apiKey)
          setQuestion(undefined)
        },
      },
    )
  const revoke = () =>
    drop.mutate(
      {},
      {
        onSuccess: () => {
          setKey(undefined)
          setQuestion(undefined)
          notify('success', message('profile.keyRevoked'))
        },
      },
    )
  const reveal = () => show.mutate({ query: {} }, { onSuccess: ({ apiKey }) => setKey(apiKey ?? undefined) })
  const error = show.error ?? (question === undefined ? make.error : null)
  return (
    <FormSection id="api-key" title={message('profile.apiKey')} text={message('profile.apiKeyText')}>
      {hasKey ? (
        <div className={styles['keyLine']}>
          <code className={styles['key']}>{key ?? '••••••••••••••••••••••••'}</code>
          {key === undefined ? (
            <Button size={28} isBusy={show.isPending} onClick={reveal}>
              {message('profile.showKey')}
            </Button>
          ) : (
            <CopyButton text={key} what={message('profile.apiKey')} />
          )}
        </div>
      ) : null}
      {error === null ? null : (
        <Notice look="error" isUrgent>
          {error.message}
        </Notice>
      )}
      <div className={styles['actions']}>
        {hasKey ? (
          <>
            <Button onClick={() => setQuestion('regenerate')}>{message('profile.regenerate')}</Button>
            <Button onClick={() => setQuestion('revoke')}>{message('profile.revokeKey')}</Button>
          </>
        ) : (
          <Button isBusy={make.isPending} onClick={generate}>
            {message('profile.makeKey')}
          </Button>
        )}
      </div>
      {question === undefined ? null : (
        <ConfirmDialog
          title={message(question === 'revoke' ? 'profile.revokeKeyTitle' : 'profile.regenerateTitle')}
          action={message(question === 'revoke' ? 'profile.revokeKey' : 'profile.regenerate')}
          isBusy={make.isPending || drop.isPending}
          error={make.error ?? drop.error}
          onConfirm={question === 'revoke' ? revoke : generate}
          onClose={() => setQuestion(undefined)}
        >
          <p>{message('profile.keyEnds')}</p>
        </ConfirmDialog>
      )}
    </FormSection>
  )
}
