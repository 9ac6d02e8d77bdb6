import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useSetReadOnly } from './queries.ts'

/** Switched at once, apart from the form; on only after its consequence was read, off always. */
export function ReadOnlySection({ isReadOnly }: { isReadOnly: boolean }) {
  const store = useSetReadOnly()
  const [isAsking, setAsking] = useState(false)
  const switchTo = (wanted: boolean) =>
    store.mutate(
      { body: { isReadOnly: wanted } },
      {
        onSuccess: () => {
          setAsking(false)
          notify('success', message(wanted ? 'general.readOnlyOn' : 'general.readOnlyOff'))
        },
      },
    )
  return (
    <FormSection
      id="read-only"
      title={message('general.readOnly')}
      text={message('general.readOnlyText')}
      aside={
        isReadOnly ? <Tag look="warn">{message('general.on')}</Tag> : <Tag>{message('general.off')}</Tag>
      }
    >
      <div>
        {isReadOnly ? (
          <Button isBusy={store.isPending} onClick={() => switchTo(false)}>
            {message('general.switchOff')}
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>{message('general.switchOn')}</Button>
        )}
      </div>
      {store.error !== null && !isAsking ? (
        <Notice look="error" isUrgent>
          {store.error.message}
        </Notice>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={message('general.askReadOnly')}
          action={message('general.switchOn')}
          isBusy={store.isPending}
          error={store.error}
          onConfirm={() => switchTo(true)}
          onClose={() => setAsking(false)}
        >
          <p>{message('general.readOnlyEffect')}</p>
          <p>{message('general.readOnlyStays')}</p>
        </ConfirmDialog>
      ) : null}
    </FormSection>
  )
}
