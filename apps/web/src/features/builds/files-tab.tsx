// Artifacts and dependencies of a run, each with the place where it is now.
import type { BuildArtifact, BuildDependency } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import { PagedList, type PagedRows, usePagedRows } from '../../shared/paged-list.tsx'
import { Card } from '../../ui/card.tsx'
import { type SimpleColumn, SimpleTable } from '../../ui/simple-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './builds.module.css'
import { artifactPages, dependencyPages, type RunPlace } from './queries.ts'

export function ArtifactsTab({ run }: { run: RunPlace }) {
  const [search, setSearch] = useState<string>()
  const list = usePagedRows(artifactPages(run, search))
  return (
    <Files
      label={message('builds.artifacts')}
      list={list}
      search={search}
      onSearch={setSearch}
      none={message('builds.noArtifacts')}
      columns={artifactColumns()}
    />
  )
}

export function DependenciesTab({ run }: { run: RunPlace }) {
  const [search, setSearch] = useState<string>()
  const list = usePagedRows(dependencyPages(run, search))
  return (
    <Files<BuildDependency>
      label={message('builds.dependencies')}
      list={list}
      search={search}
      onSearch={setSearch}
      none={message('builds.noDependencies')}
      columns={dependencyColumns()}
    />
  )
}

interface FilesProps<T> {
  label: string
  list: PagedRows<T>
  search: string | undefined
  onSearch: (search: string | undefined) => void
  none: string
  columns: SimpleColumn<T>[]
}

function Files<T extends BuildArtifact>({ label, list, search, onSearch, none, columns }: FilesProps<T>) {
  return (
    <>
      <FilterField
        label={message('builds.filterFiles')}
        value={search}
        onChange={onSearch}
        className={styles['choice']}
      />
      <Card>
        <PagedList
          list={list}
          failed={message('builds.filesFailed')}
          empty={<Empty title={search === undefined ? none : message('builds.noFileMatches')} />}
          complete={(amount) => message('builds.filesLoaded', { count: amount })}
          hints={[]}
        >
          {(rows) => (
            <SimpleTable
              label={label}
              rows={rows}
              rowKey={(file) => `${file.module} ${file.name} ${file.sha1}`}
              columns={allColumns(columns)}
            />
          )}
        </PagedList>
      </Card>
    </>
  )
}

function Place({ file: { location } }: { file: BuildArtifact }) {
  if (location === null) return <span className={styles['quiet']}>{message('builds.nowhere')}</span>
  const { repository, path, size: bytes } = location
  const address = [repository, ...path.split('/')].map(encodeURIComponent).join('/')
  return (
    <>
      <a href={`/artifactory/${address}`}>{`${repository}/${path}`}</a> · {size(bytes)}
    </>
  )
}

function Digest({ file: { sha1, sha256 } }: { file: BuildArtifact }) {
  const digest = sha256 || sha1
  if (digest === '') return message('shared.notGiven')
  return (
    <span className={styles['digest']}>
      <code>{digest.slice(0, 10)}</code>
      <CopyButton text={digest} what={message('builds.digest')} />
    </span>
  )
}

const artifactColumns = (): SimpleColumn<BuildArtifact>[] => [
  { header: message('builds.module'), cell: ({ module }) => module, isExtra: true },
  { header: message('builds.place'), cell: (file) => <Place file={file} /> },
]

const dependencyColumns = (): SimpleColumn<BuildDependency>[] => [
  {
    header: message('builds.scopes'),
    cell: ({ scopes }) => scopes.map((scope) => <Tag key={scope}>{scope}</Tag>),
    isExtra: true,
  },
  { header: message('builds.place'), cell: (file) => <Place file={file} /> },
]

const allColumns = <T extends BuildArtifact>(columns: SimpleColumn<T>[]): SimpleColumn<T>[] => [
  { header: message('builds.name'), cell: ({ name }) => name },
  { header: message('builds.type'), cell: ({ type }) => type || message('shared.notGiven'), isExtra: true },
  ...columns,
  { header: message('builds.digest'), cell: (file) => <Digest file={file} /> },
]
