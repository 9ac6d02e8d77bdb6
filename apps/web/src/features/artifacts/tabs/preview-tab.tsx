import { artifactBrowser, type ItemDetails, type Preview } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../../lib/call.ts'
import { useLasting } from '../../../lib/delay.ts'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { PanelError } from '../../../shared/panel-error.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { SkeletonBlock } from '../../../ui/skeleton.tsx'
import styles from '../item.module.css'
import { itemPreview } from '../queries.ts'

/** The beginning of the file as the server understood it; nothing in it runs. */
export function PreviewTab({ item }: { item: ItemDetails }) {
  const spot = { repository: item.repository, path: item.path }
  const { data, error, isPending, refetch } = useQuery(itemPreview(spot))
  const isSlow = useLasting(isPending, 1000)
  if (error !== null)
    return (
      <Card>
        <PanelError title={message('artifacts.previewFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data === undefined) return isSlow ? <SkeletonBlock /> : null
  return (
    <Card label={message('artifacts.tabPreview')}>
      <CardHead>
        <span className={styles['name']}>{headOf(data)}</span>
        {data.kind === 'text' ? <CopyButton text={data.text} what={message('artifacts.textWhat')} /> : null}
      </CardHead>
      {data.kind === 'image' ? (
        <img
          className={styles['picture']}
          src={addressOf(artifactBrowser.image.path, {}, spot)}
          alt={item.name}
        />
      ) : data.text === '' ? (
        <Empty title={message('artifacts.emptyFile')} />
      ) : (
        <Code text={data.text} />
      )}
    </Card>
  )
}

function headOf({ kind, isCut, size: bytes }: Preview): string {
  if (kind === 'image') return message('artifacts.picture', { size: size(bytes) })
  const what = message(kind === 'text' ? 'artifacts.text' : 'artifacts.bytes', { size: size(bytes) })
  return isCut ? `${what} ${message('artifacts.beginning')}` : what
}

/** A browser lays out some thousand lines well; what is longer is for a download. */
const mostLines = 5000

function Code({ text }: { text: string }) {
  const lines = text.split('\n', mostLines + 1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- longer than the card, it is scrolled with the arrow keys
    <pre className={styles['code']} tabIndex={0} role="group" aria-label={message('artifacts.tabPreview')}>
      {lines.slice(0, mostLines).map((line, index) => (
        <span key={`${index} ${line.slice(0, 20)}`}>{line === '' ? ' ' : line}</span>
      ))}
    </pre>
  )
}
