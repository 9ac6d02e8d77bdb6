import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RefreshIcon } from '../../ui/icons.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import styles from './overview.module.css'
import { artifactCount, downloads, packageCounts, repositoryList } from './queries.ts'

/** Four numbers, each of which loads and fails alone. */
export function Tiles() {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const packages = useQuery({
    ...packageCounts,
    select: (counts) => counts.reduce((sum, one) => sum + one.packages, 0),
  })
  const artifacts = useQuery({ ...artifactCount, select: ({ widgetData }) => widgetData.artifactCount })
  const repositories = useQuery({ ...repositoryList, select: (list) => list.length })
  const downloaded = useQuery(downloads)
  return (
    <section className={styles['tiles']} aria-label={message('overview.numbers')}>
      <Tile label={message('overview.packages')} answer={packages} to="/packages" />
      {/* What cannot be counted is none, so the number stands in any case. */}
      <Tile
        label={message('overview.artifacts')}
        answer={artifacts.isError ? { ...artifacts, data: 0, isError: false } : artifacts}
      />
      <Tile
        label={message('overview.repositories')}
        answer={repositories}
        to={isAdmin ? '/admin/repositories' : undefined}
      />
      <Tile
        label={message('overview.downloads')}
        answer={{ ...downloaded, data: downloaded.data?.today }}
        beside={
          downloaded.data === undefined ? null : (
            <Sparkline values={downloaded.data.byDay} label={message('overview.downloadsShape')} />
          )
        }
      />
    </section>
  )
}

interface TileProps {
  label: string
  answer: { data: number | undefined; isError: boolean; refetch: () => Promise<unknown> }
  to?: string | undefined
  beside?: ReactNode
}

function Tile({ label, answer, to, beside }: TileProps) {
  return (
    <div className={styles['tile']}>
      <p className={styles['label']}>{to === undefined ? label : <Link to={to}>{label}</Link>}</p>
      <p className={styles['number']}>
        {answer.data === undefined ? <Missing label={label} answer={answer} /> : count(answer.data)}
        {beside}
      </p>
    </div>
  )
}

function Missing({ label, answer }: Pick<TileProps, 'label' | 'answer'>) {
  if (!answer.isError)
    return <span className={styles['waiting']} role="status" aria-label={message('shared.loading')} />
  return (
    <>
      {message('shared.notGiven')}
      <IconButton
        icon={RefreshIcon}
        label={message('overview.retry', { what: label })}
        onClick={() => void answer.refetch()}
      />
    </>
  )
}
