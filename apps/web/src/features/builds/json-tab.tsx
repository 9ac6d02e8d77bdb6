import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import styles from './builds.module.css'
import { type RunPlace, runDocument } from './queries.ts'

/** More would only make the page slow; the file has it all. */
const most = 200_000

/** The document as the build tool sent it. */
export function JsonTab({ run, file }: { run: RunPlace; file: string }) {
  return (
    <Loaded
      query={useQuery(runDocument(run))}
      failed={message('builds.jsonFailed')}
      missing={<Empty title={message('builds.noRun', { name: run.name, number: run.number })} />}
    >
      {(document) => {
        const text = JSON.stringify(document, null, 2)
        return (
          <Card label={message('builds.json')}>
            <CardHead>
              <h2>{message('builds.json')}</h2>
              <CopyButton text={text} what={message('builds.json')} />
              <a href={file}>{message('builds.openFile')}</a>
            </CardHead>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled with the arrow keys */}
            <pre className={styles['json']} tabIndex={0}>
              {text.slice(0, most)}
            </pre>
          </Card>
        )
      }}
    </Loaded>
  )
}
