// One run of a build: what it made and used, where it ran, what changed, what became of it.
import type { BuildDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type BuildSearch, parseBuildSearch, type RunTab } from './build-search.ts'
import styles from './builds.module.css'
import { DeleteBuilds } from './delete-builds.tsx'
import { DiffTab } from './diff-tab.tsx'
import { EnvironmentTab } from './environment-tab.tsx'
import { ArtifactsTab, DependenciesTab } from './files-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { IssuesTab } from './issues-tab.tsx'
import { JsonTab } from './json-tab.tsx'
import { PromoteButton } from './promote-button.tsx'
import { runDetails, type RunPlace } from './queries.ts'
import { RunMeta } from './run-meta.tsx'
import { StatusTag } from './status-tag.tsx'

export function RunScreen() {
  const { name = '', number = '' } = useParams({ strict: false })
  const search = useSearchParams(parseBuildSearch)
  const run = { name, number, repository: search.repository, started: search.started }
  const details = useQuery(runDetails(run))
  const place = search.repository === undefined ? {} : { repository: search.repository }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.builds'), to: '/builds' },
          { text: name, to: '/builds/$name', params: { name }, search: place },
          { text: number },
        ]}
      />
      {details.isSuccess ? null : <PageHead title={message('builds.runTitle', { name, number })} />}
      <Loaded
        query={details}
        failed={message('builds.runFailed')}
        missing={<Empty title={message('builds.noRun', { name, number })} />}
      >
        {(found) => <Run details={found} run={run} search={search} />}
      </Loaded>
    </>
  )
}

interface RunProps {
  details: BuildDetails
  run: RunPlace
  search: BuildSearch
}

function Run({ details, run, search }: RunProps) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { name, number } = run
  const change = (next: BuildSearch) =>
    void navigate({
      to: '/builds/$name/$number',
      params: { name, number },
      search: { ...search, ...next },
      replace: true,
    })
  return (
    <>
      <PageHead title={message('builds.runTitle', { name, number })}>
        <StatusTag status={details.status} />
        <PromoteButton details={details} run={run} />
        {details.can['delete'] === true ? (
          <Button onClick={() => setDeleting(true)}>{message('builds.deleteRun')}</Button>
        ) : null}
      </PageHead>
      {search.jenkinsRedirect === undefined ? null : <Notice>{message('builds.fromJenkins')}</Notice>}
      <RunMeta details={details} />
      <Tabs
        label={message('builds.runTitle', { name, number })}
        tabs={tabsOf(details)}
        value={search.tab ?? 'artifacts'}
        onChange={(tab) => change({ tab })}
      >
        <div className={styles['panel']}>
          <Panel details={details} run={run} search={search} onChange={change} />
        </div>
      </Tabs>
      {isDeleting ? (
        <DeleteBuilds
          name={name}
          number={number}
          repository={run.repository}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/builds' })}
        />
      ) : null}
    </>
  )
}

const tabsOf = (details: BuildDetails): { value: RunTab; label: string; amount?: number }[] => [
  { value: 'artifacts', label: message('builds.artifacts'), amount: details.artifacts },
  { value: 'dependencies', label: message('builds.dependencies'), amount: details.dependencies },
  { value: 'diff', label: message('builds.diff') },
  { value: 'environment', label: message('builds.environment'), amount: details.properties },
  { value: 'issues', label: message('builds.issues'), amount: details.issues.length },
  { value: 'history', label: message('builds.history'), amount: details.statuses.length },
  { value: 'json', label: message('builds.json') },
]

type PanelProps = RunProps & { onChange: (next: BuildSearch) => void }

const Panel = (props: PanelProps) => panels[props.search.tab ?? 'artifacts'](props)

const panels: Record<RunTab, (props: PanelProps) => ReactNode> = {
  artifacts: ({ run }) => <ArtifactsTab run={run} />,
  dependencies: ({ run }) => <DependenciesTab run={run} />,
  diff: ({ run, search, onChange }) => (
    <DiffTab run={run} other={search.with} onChange={(number) => onChange({ with: number })} />
  ),
  environment: ({ run }) => <EnvironmentTab run={run} />,
  issues: ({ details }) => <IssuesTab details={details} />,
  history: ({ details }) => <HistoryTab statuses={details.statuses} />,
  json: ({ run, details }) => (
    <JsonTab run={run} file={`/artifactory/${details.repository}/${encoded(details.file)}`} />
  ),
}

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
