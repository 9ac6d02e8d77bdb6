import type { ContactRequest } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './contact-requests.module.css'
import { countryName } from './countries.ts'
import { useRetryRequest } from './queries.ts'
import { RequestState } from './request-state.tsx'
import { topicLabel } from './topics.ts'

interface RequestDialogProps {
  request: ContactRequest
  onClose: () => void
  onRemove: () => void
}

export function RequestDialog({ request, onClose, onRemove }: RequestDialogProps) {
  const retry = useRetryRequest()
  const problem = retry.error?.message ?? request.lastError
  const run = () =>
    retry.mutate(
      { params: { id: request.id } },
      { onSuccess: () => notify('success', message('contact.retried')) },
    )
  return (
    <Dialog title={topicLabel(request.topic)} width={640} onClose={onClose}>
      <div className={styles['details']}>
        {request.comment === '' ? null : <p className={styles['comment']}>{request.comment}</p>}
        <Facts facts={factsOf(request)} />
        {problem === null ? null : (
          <Notice look="error" isUrgent={retry.error !== null}>
            {problem}
          </Notice>
        )}
        <DialogActions>
          <Button look="plain" size={36} onClick={onRemove}>
            {message('contact.remove')}
          </Button>
          <Button size={36} isBusy={retry.isPending} onClick={run}>
            {message(request.state === 'delivered' ? 'contact.again' : 'contact.retry')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

const factsOf = (request: ContactRequest) => [
  { label: message('contact.columnWho'), value: `${request.firstName} ${request.lastName}` },
  { label: message('spec.contactEmail'), value: <a href={`mailto:${request.email}`}>{request.email}</a> },
  { label: message('spec.contactCountry'), value: countryName(request.country) },
  { label: message('contact.columnTime'), value: <When at={request.at} /> },
  { label: message('contact.signedInAs'), value: request.by },
  { label: message('contact.columnState'), value: <RequestState request={request} /> },
  ...Object.entries(request.source).map(([label, value]) => ({ label, value })),
]
