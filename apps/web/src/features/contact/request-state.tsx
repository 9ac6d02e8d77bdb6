import type { ContactRequest, ContactState } from '@bindery/contracts'
import { message, type MessageId } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { ErrorIcon, type Icon, RecentIcon, SuccessIcon } from '../../ui/icons.ts'

const looks: Record<ContactState, { label: MessageId; icon?: Icon; look?: string }> = {
  kept: { label: 'contact.stateKept' },
  waiting: { label: 'contact.stateWaiting', icon: RecentIcon },
  delivered: { label: 'contact.stateDelivered', icon: SuccessIcon, look: 'ok' },
  failed: { label: 'contact.stateFailed', icon: ErrorIcon, look: 'error' },
}

export function RequestState({ request }: { request: ContactRequest }) {
  const { label, icon: Glyph, look } = looks[request.state]
  return (
    <span className={lists['state']} data-look={look} title={request.lastError ?? undefined}>
      {Glyph === undefined ? null : <Glyph size="1rem" stroke={1.75} aria-hidden="true" />}
      {message(label)}
    </span>
  )
}
