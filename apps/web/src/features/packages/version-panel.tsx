import type { VersionDetails } from '@bindery/contracts'
import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TickIcon } from '../../ui/icons.ts'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { LateSkeletonBlock } from '../../ui/skeleton.tsx'
import { FileList } from './file-list.tsx'
import type { VersionTab } from './version-search.ts'
import styles from './version-panel.module.css'

// The Markdown reader is larger than the rest of the page and only needed here.
const Readme = lazyPart(() => import('../../shared/markdown/readme.tsx'), 'Readme')

interface PanelProps {
  tab: VersionTab
  details: VersionDetails
  onTab: (tab: VersionTab) => void
}

export function VersionPanel({ tab, details, onTab }: PanelProps) {
  if (tab === 'readme') return <ReadmePanel details={details} onTab={onTab} />
  if (tab === 'dependencies') return <Dependencies details={details} />
  if (tab === 'properties') return <Properties details={details} />
  return <FileList files={details.files} />
}

function ReadmePanel({ details, onTab }: Omit<PanelProps, 'tab'>) {
  if (details.readme === null || details.readme.trim() === '') {
    return (
      <Card>
        <Empty title={message('version.noReadme')}>
          <Button look="plain" onClick={() => onTab('location')}>
            {message('version.seeFiles')}
          </Button>
        </Empty>
      </Card>
    )
  }
  return (
    <Card className={styles['readme']}>
      <Suspense fallback={<LateSkeletonBlock />}>
        <Readme key={details.version} text={details.readme} source={details.source} />
      </Suspense>
    </Card>
  )
}

function Dependencies({ details }: { details: VersionDetails }) {
  if (details.dependencies.length === 0) {
    return (
      <Card>
        <Empty title={message('version.noDependencies')} />
      </Card>
    )
  }
  return (
    <Card>
      <SimpleTable
        label={message('version.tabDependencies')}
        rows={details.dependencies}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        columns={dependencyColumns}
      />
    </Card>
  )
}

function Properties({ details }: { details: VersionDetails }) {
  if (details.properties.length === 0) {
    return (
      <Card>
        <Empty title={message('version.noProperties')} />
      </Card>
    )
  }
  return (
    <Card>
      <SimpleTable
        label={message('version.tabProperties')}
        rows={details.properties}
        rowKey={({ key }) => key}
        columns={propertyColumns}
      />
    </Card>
  )
}

type Dependency = VersionDetails['dependencies'][number]
type Property = VersionDetails['properties'][number]

const dependencyColumns = [
  { header: message('version.columnName'), cell: (row: Dependency) => <DependencyName row={row} /> },
  { header: message('version.columnRange'), cell: ({ range }: Dependency) => <code>{range}</code> },
  { header: message('version.columnKind'), cell: ({ kind }: Dependency) => kind },
  {
    header: message('version.columnHere'),
    cell: (row: Dependency) => <Presence isHere={row.packageId !== null} />,
  },
]

const propertyColumns = [
  { header: message('version.columnKey'), cell: ({ key }: Property) => <code>{key}</code> },
  { header: message('version.columnValues'), cell: ({ values }: Property) => values.join(', ') },
]

function DependencyName({ row: { name, packageId } }: { row: Dependency }) {
  if (packageId === null) return name
  return (
    <Link to="/packages/$packageId" params={{ packageId }}>
      {name}
    </Link>
  )
}

function Presence({ isHere }: { isHere: boolean }) {
  if (!isHere) return <span className={styles['absent']}>{message('version.isNotHere')}</span>
  return (
    <span className={styles['here']}>
      <TickIcon size="0.875rem" stroke={2.5} aria-hidden="true" />
      {message('version.isHere')}
    </span>
  )
}
