import type { BrowserSession } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { browserName } from '../../shared/browser-name.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ownSessions, useEndSession, useEndSessions } from './queries.ts'

/** Where one is signed in, to end what one does not know. */
export function Devices() {
  const rows = useQuery(ownSessions).data ?? []
  const end = useEndSession()
  const endOthers = useEndSessions()
  const done = { onSuccess: () => notify('success', message('shared.signedOutThere')) }
  return (
    <FormSection
      id="devices"
      title={message('profile.devices')}
      text={message('profile.devicesText')}
      aside={
        rows.length > 1 ? (
          <Button
            size={28}
            isBusy={endOthers.isPending}
            onClick={() => endOthers.mutate({ query: { keep: 'current' } }, done)}
          >
            {message('profile.endOthers')}
          </Button>
        ) : undefined
      }
    >
      <SimpleTable
        label={message('profile.devices')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsFor((id) => end.mutate({ params: { id } }, done))}
      />
    </FormSection>
  )
}

const columnsFor = (onEnd: (id: string) => void) => [
  { header: message('profile.browser'), cell: (row: BrowserSession) => <Browser row={row} /> },
  { header: message('profile.address'), cell: ({ address }: BrowserSession) => address },
  { header: message('profile.signedIn'), cell: ({ createdAt }: BrowserSession) => <When at={createdAt} /> },
  { header: message('profile.lastUsed'), cell: ({ seenAt }: BrowserSession) => <When at={seenAt} /> },
  {
    header: message('profile.actions'),
    cell: ({ id, isCurrent, browser }: BrowserSession) =>
      isCurrent ? null : (
        <Button
          look="plain"
          size={28}
          aria-label={message('shared.signOutWhat', { what: browserName(browser) })}
          onClick={() => onEnd(id)}
        >
          {message('shared.signOut')}
        </Button>
      ),
  },
]

function Browser({ row: { browser, isCurrent } }: { row: BrowserSession }) {
  return (
    <span title={browser}>
      {browserName(browser)} {isCurrent ? <Tag look="ok">{message('profile.thisOne')}</Tag> : null}
    </span>
  )
}
