import { artifactBrowser, type Preview } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressOf } from '../../../lib/call.ts'
import { useLasting } from '../../../lib/delay.ts'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { PanelError } from '../../../shared/panel-error.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonBlock } from '../../../ui/skeleton.tsx'
import type { Spot } from '../address.ts'
import { itemPreview } from '../queries.ts'
import { CodeView } from './code-view.tsx'
import styles from './code-view.module.css'
import { ViewHead } from './view-head.tsx'

interface FileViewerProps {
  spot: Spot
  /** Of the file in the archive that lies there. */
  entry?: string
  name: string
  actions?: ReactNode
}

/** The beginning of a file as the server understood it; nothing in it runs. */
export function FileViewer({ spot, entry, name, actions }: FileViewerProps) {
  const { data, error, isPending, refetch } = useQuery(itemPreview(spot, entry))
  const isSlow = useLasting(isPending, 1000)
  if (error !== null)
    return (
      <Card>
        <PanelError title={message('artifacts.previewFailed')} error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (data === undefined) return isSlow ? <SkeletonBlock /> : null
  const title =
    entry === undefined ? (
      headOf(data)
    ) : (
      <>
        <strong>{name}</strong> {headOf(data)}
      </>
    )
  return (
    <Card label={message('artifacts.tabPreview')}>
      {data.kind === 'image' || data.text === '' ? (
        <>
          <ViewHead title={title}>{actions}</ViewHead>
          {data.kind === 'image' ? (
            <img
              className={styles['picture']}
              src={addressOf(artifactBrowser.image.path, {}, { ...spot, entry })}
              alt={name}
            />
          ) : (
            <Empty title={message('artifacts.emptyFile')} />
          )}
        </>
      ) : (
        <CodeView
          name={data.kind === 'text' ? name : ''}
          text={data.text}
          title={title}
          actions={
            <>
              {data.kind === 'text' ? (
                <CopyButton text={data.text} what={message('artifacts.textWhat')} />
              ) : null}
              {actions}
            </>
          }
        />
      )}
    </Card>
  )
}

function headOf({ kind, isCut, size: bytes }: Preview): string {
  if (kind === 'image') return message('artifacts.picture', { size: size(bytes) })
  const what = message(kind === 'text' ? 'artifacts.text' : 'artifacts.bytes', { size: size(bytes) })
  return isCut ? `${what} ${message('artifacts.beginning')}` : what
}
