import { artifactBrowser, type Preview } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addressOf } from '../../../lib/call.ts'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { CopyButton } from '../../../shared/copy-button.tsx'
import { Empty } from '../../../shared/empty.tsx'
import { Loaded } from '../../../shared/loaded.tsx'
import { Card } from '../../../ui/card.tsx'
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
export function FileViewer(props: FileViewerProps) {
  const preview = useQuery(itemPreview(props.spot, props.entry))
  return (
    <Loaded query={preview} failed={message('artifacts.previewFailed')}>
      {(data) => <View data={data} {...props} />}
    </Loaded>
  )
}

function View({ data, spot, entry, name, actions }: FileViewerProps & { data: Preview }) {
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
