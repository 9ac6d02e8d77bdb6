// One package: how to install it first, then its versions; facts stay in a column of their own.
import type { PackageDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { noteVisit } from '../../lib/recent-visits.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { dayBefore } from '../../lib/time.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { FollowButton } from '../../shared/follow/follow-button.tsx'
import { FormatTile } from '../../shared/format-tile.tsx'
import { useFormat } from '../../shared/formats.ts'
import { RepositoryChips } from '../../shared/repository-chips.tsx'
import { When } from '../../shared/when.tsx'
import { Bars } from '../../ui/bars.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './details.module.css'
import { ForeignLink } from './foreign-link.tsx'
import { GaveUp } from './gave-up.tsx'
import { InstallCard } from '../../shared/install/install-card.tsx'
import { packageDetails } from './queries.ts'
import { VersionsCard } from './versions-card.tsx'

export function PackageScreen() {
  const { packageId = '' } = useParams({ strict: false })
  const details = useQuery(packageDetails(packageId))
  const found = details.data
  const isSlow = useLasting(details.isPending, 1000)
  useEffect(() => {
    if (found !== undefined) noteVisit({ packageId: found.id, format: found.format, name: found.name })
  }, [found])
  if (details.error !== null && details.data === undefined) {
    return <GaveUp error={details.error} onRetry={() => void details.refetch()} />
  }
  if (details.data === undefined) return isSlow ? <SkeletonBlock /> : null
  return <Content key={packageId} details={details.data} />
}

function Content({ details }: { details: PackageDetails }) {
  return (
    <>
      <Head details={details} />
      <div className={styles['columns']}>
        <div className={styles['wide']}>
          <InstallCard
            format={details.format}
            install={details.install}
            marks={[details.name, details.latest]}
          />
          <VersionsCard packageId={details.id} />
        </div>
        <aside className={styles['aside']} aria-label={message('package.facts')}>
          <FactsCard details={details} />
          <DownloadsCard days={details.downloadsByDay} sum={details.downloads} />
          <TagsCard details={details} />
        </aside>
      </div>
    </>
  )
}

function Head({ details }: { details: PackageDetails }) {
  const label = useFormat(details.format)?.label ?? details.format
  const canFollow = isPerson(useCurrentUser())
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('packages.title'), to: '/packages' },
          { text: label, to: '/packages', search: { format: details.format } },
          { text: details.name },
        ]}
      />
      <div className={styles['head']}>
        <FormatTile format={details.format} size={44} />
        <div className={styles['titles']}>
          <div className={styles['title']}>
            <h1>{details.name}</h1>
            <Tag>{label}</Tag>
            {details.keywords.slice(0, 6).map((keyword) => (
              <Tag key={keyword} look="outlined">
                {keyword}
              </Tag>
            ))}
          </div>
          {details.description === null ? null : (
            <p className={styles['description']}>{details.description}</p>
          )}
        </div>
        {canFollow ? <FollowButton target={{ package: details.id }} /> : null}
      </div>
    </>
  )
}

function FactsCard({ details }: { details: PackageDetails }) {
  const latest = (
    <>
      <Link
        to="/packages/$packageId/$versionId"
        params={{ packageId: details.id, versionId: details.latest }}
      >
        <code>{details.latest}</code>
      </Link>
      {' · '}
      <When at={details.publishedAt} />
    </>
  )
  const facts = [
    { label: message('package.latest'), value: latest },
    { label: message('package.publishedBy'), value: details.publishedBy },
    { label: message('package.licence'), value: details.licence ?? message('shared.notGiven') },
    {
      label: message('package.source'),
      value: details.source === null ? null : <ForeignLink url={details.source} />,
    },
    {
      label: message('package.homepage'),
      value: details.homepage === null ? null : <ForeignLink url={details.homepage} />,
    },
    { label: message('package.repositories'), value: <RepositoryChips keys={details.repositories} /> },
    { label: message('package.created'), value: <When at={details.createdAt} /> },
    { label: message('package.followers'), value: count(details.followers) },
  ]
  return (
    <Card>
      <CardBody>
        <Facts facts={facts.filter(({ value }) => value !== null)} />
      </CardBody>
    </Card>
  )
}

function DownloadsCard({ days, sum }: { days: number[]; sum: number }) {
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const dayOf = (index: number) => dayBefore(days.length - 1 - index)
  const describe = (index: number) =>
    message('package.downloadsBar', { day: dayOf(index), count: days[index] ?? 0 })
  return (
    <Card>
      <CardBody>
        <p className={styles['label']}>{message('package.downloadsTitle')}</p>
        <p className={styles['big']}>
          {pointed === undefined
            ? count(sum)
            : message('package.downloadsOn', { count: days[pointed] ?? 0, day: dayOf(pointed) })}
        </p>
        <Bars
          values={days}
          label={message('package.downloadsTitle')}
          describe={describe}
          onPoint={setPointed}
        />
        <div className={styles['range']}>
          <span>{dayOf(0)}</span>
          <span>{dayOf(days.length - 1)}</span>
        </div>
      </CardBody>
    </Card>
  )
}

function TagsCard({ details }: { details: PackageDetails }) {
  if (details.tags.length === 0) return null
  return (
    <Card>
      <CardBody>
        <h2 className={styles['cardTitle']}>{message('package.tags')}</h2>
        <ul className={styles['tags']}>
          {details.tags.map(({ tag, version }) => (
            <li key={tag}>
              <Tag look={tag === 'latest' ? 'accent' : 'quiet'}>{tag}</Tag>
              <Link
                to="/packages/$packageId/$versionId"
                params={{ packageId: details.id, versionId: version }}
              >
                <code>{version}</code>
              </Link>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}
