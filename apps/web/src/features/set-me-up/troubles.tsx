// When it does not work: what the server saw of the client, then the usual causes with what shows or mends each.
import type { ClientGuide, Repository, TroubleCause } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message, type MessageId } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { CodeLines } from '../../shared/code-line.tsx'
import { Button } from '../../ui/button.tsx'
import { RefreshIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import live from './live-check.module.css'
import { recentRequests } from './queries.ts'
import { RequestLine } from './request-line.tsx'
import styles from './troubles.module.css'

interface TroublesProps {
  repository: Repository
  troubles: ClientGuide['troubles']
}

export function Troubles({ repository, troubles }: TroublesProps) {
  const user = useCurrentUser()
  return (
    <div className={styles['body']}>
      {isPerson(user) ? <Seen repository={repository} /> : null}
      {troubles.map(({ cause, lines }) => (
        <section key={cause} className={styles['cause']}>
          <h4>{message(titles[cause])}</h4>
          <p className={styles['text']}>{message(texts[cause], { url: repository.url })}</p>
          <CodeLines lines={lines} what={message('setMeUp.command')} />
        </section>
      ))}
    </div>
  )
}

function Seen({ repository }: { repository: Repository }) {
  const recent = useQuery({ ...recentRequests(repository.key), staleTime: 0 })
  const { items = [], minutes = 0 } = recent.data ?? {}
  return (
    <section className={styles['cause']}>
      <div className={styles['head']}>
        <h4>{message('setMeUp.serverSaw')}</h4>
        <Button
          look="plain"
          size={28}
          icon={RefreshIcon}
          isBusy={recent.isFetching}
          onClick={() => void recent.refetch()}
        >
          {message('setMeUp.lookAgain')}
        </Button>
      </div>
      {recent.error === null ? null : <Notice look="error">{recent.error.message}</Notice>}
      {recent.data === undefined ? null : items.length === 0 ? (
        <p className={styles['text']}>
          {message('setMeUp.sawNothing', { count: minutes, repository: repository.key })}
        </p>
      ) : (
        <div className={live['box']}>
          {items.map((request) => (
            <RequestLine key={request.number} request={request} />
          ))}
        </div>
      )}
    </section>
  )
}

const titles: Record<TroubleCause, MessageId> = {
  address: 'setMeUp.causeAddress',
  token: 'setMeUp.causeToken',
  right: 'setMeUp.causeRight',
  certificate: 'setMeUp.causeCertificate',
  proxy: 'setMeUp.causeProxy',
  details: 'setMeUp.causeDetails',
}

const texts: Record<TroubleCause, MessageId> = {
  address: 'setMeUp.causeAddressText',
  token: 'setMeUp.causeTokenText',
  right: 'setMeUp.causeRightText',
  certificate: 'setMeUp.causeCertificateText',
  proxy: 'setMeUp.causeProxyText',
  details: 'setMeUp.causeDetailsText',
}
