import type { BaseUrlTest } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { type Icon, NeutralIcon, RefusedIcon, SuccessIcon } from '../../ui/icons.ts'
import styles from './general.module.css'
import { useTestBaseUrl } from './queries.ts'

/** Whether the address leads here: from the server, and from this browser. */
export function BaseUrlCheck({ url }: { url: string }) {
  const test = useTestBaseUrl()
  // What was found out about another address says nothing about this one.
  const isAbout = test.variables?.body.url === url
  return (
    <div className={styles['check']}>
      <Button isBusy={test.isPending} onClick={() => test.mutate({ body: { url } })}>
        {message('general.testBaseUrl')}
      </Button>
      <ul className={styles['results']} aria-live="polite">
        {isAbout && test.data !== undefined ? (
          <>
            <Result look={test.data.isReached ? 'ok' : 'bad'} from={message('general.fromServer')}>
              {test.data.message}
            </Result>
            <FromBrowser url={url} reached={test.data} />
          </>
        ) : null}
        {isAbout && test.error !== null ? (
          <Result look="bad" from={message('general.fromServer')}>
            {test.error.message}
          </Result>
        ) : null}
      </ul>
    </div>
  )
}

/** A browser may only ask the site it is at, so for another one there is a link to open. */
function FromBrowser({ url, reached }: { url: string; reached: BaseUrlTest }) {
  const from = message('general.fromBrowser')
  const origin = URL.parse(url)?.origin
  if (origin === location.origin)
    return (
      <Result look={reached.isReached ? 'ok' : 'unknown'} from={from}>
        {message('general.browserIsThere')}
      </Result>
    )
  return (
    <Result look="unknown" from={from}>
      {message('general.browserIsElsewhere', { here: location.origin })}{' '}
      <a href={`${url.replace(/\/+$/, '')}/ui/`} target="_blank" rel="noreferrer">
        {message('general.openThere')}
      </a>
    </Result>
  )
}

type Look = 'ok' | 'bad' | 'unknown'

const icons: Record<Look, Icon> = { ok: SuccessIcon, bad: RefusedIcon, unknown: NeutralIcon }

function Result({ look, from, children }: { look: Look; from: string; children: React.ReactNode }) {
  const Glyph = icons[look]
  return (
    <li className={styles['result']} data-look={look}>
      <Glyph className={styles['glyph']} size="1rem" stroke={1.75} aria-hidden="true" />
      <span>
        <strong>{from}</strong> {children}
      </span>
    </li>
  )
}
