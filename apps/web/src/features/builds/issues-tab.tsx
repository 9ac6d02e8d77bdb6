// Where the source is, and which issues the run is about.
import type { BuildDetails } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { Empty } from '../../shared/empty.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { type SimpleColumn, SimpleTable } from '../../ui/simple-table.tsx'
import styles from './builds.module.css'

export function IssuesTab({ details: { sources, issues, tracker } }: { details: BuildDetails }) {
  return (
    <>
      <Card label={message('builds.source')}>
        <CardHead>
          <h2>{message('builds.source')}</h2>
        </CardHead>
        {sources.length === 0 ? (
          <Empty title={message('builds.noSource')} />
        ) : (
          <SimpleTable
            label={message('builds.source')}
            rows={sources}
            rowKey={({ url, revision }) => `${url} ${revision}`}
            columns={sourceColumns()}
          />
        )}
      </Card>
      <Card label={message('builds.issues')}>
        <CardHead>
          <h2>{message('builds.issues')}</h2>
          <span className={styles['quiet']}>{tracker}</span>
        </CardHead>
        {issues.length === 0 ? (
          <Empty title={message('builds.noIssues')} />
        ) : (
          <SimpleTable
            label={message('builds.issues')}
            rows={issues}
            rowKey={({ key }) => key}
            columns={issueColumns()}
          />
        )}
      </Card>
    </>
  )
}

/** A link only where it leads to the web: the text comes from outside. */
const Foreign = ({ url, text }: { url: string; text: string }) =>
  isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {text}
    </a>
  ) : (
    text
  )

const sourceColumns = (): SimpleColumn<BuildDetails['sources'][number]>[] => [
  { header: message('builds.address'), cell: ({ url }) => <Foreign url={url} text={url} /> },
  {
    header: message('builds.branch'),
    cell: ({ branch }) => branch || message('shared.notGiven'),
  },
  { header: message('builds.commit'), cell: ({ revision }) => <code>{revision}</code> },
  {
    header: message('builds.message'),
    cell: ({ message: text }) => <p className={styles['message']}>{text}</p>,
  },
]

const issueColumns = (): SimpleColumn<BuildDetails['issues'][number]>[] => [
  { header: message('builds.key'), cell: ({ key, url }) => <Foreign url={url} text={key} /> },
  { header: message('builds.summary'), cell: ({ summary }) => summary },
]
