// One version of a package: what it is, how to install exactly it, and what it ships.
import type { VersionDetails } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Link } from '../../lib/link.tsx'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { useLasting } from '../../lib/delay.ts'
import { useIsNarrow } from '../../lib/media.ts'
import { message, richMessage } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { noteVisit } from '../../lib/recent-visits.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Command } from '../../shared/code-line.tsx'
import { CopyButton } from '../../shared/copy-button.tsx'
import { FormatTile } from '../../shared/format-tile.tsx'
import { useFormat } from '../../shared/formats.ts'
import { RepositoryChips } from '../../shared/repository-chips.tsx'
import { When } from '../../shared/when.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DownloadIcon, NewerIcon, OlderIcon, WarningIcon } from '../../ui/icons.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { type Tab, Tabs } from '../../ui/tabs.tsx'
import { KeyCap, Tag } from '../../ui/tag.tsx'
import styles from './details.module.css'
import { ForeignLink } from './foreign-link.tsx'
import { GaveUp } from './gave-up.tsx'
import { ClientChoice, useInstall } from '../../shared/install/install-card.tsx'
import { versionDetails } from './queries.ts'
import { defaultTab } from './default-tab.ts'
import { VersionPanel } from './version-panel.tsx'
import { parseVersionSearch, type VersionTab } from './version-search.ts'

export function VersionScreen() {
  const { packageId = '', versionId = '' } = useParams({ strict: false })
  // Stepping to the next version keeps the page until the answer is here.
  const details = useQuery({ ...versionDetails(packageId, versionId), placeholderData: keepPreviousData })
  const found = details.data
  const isSlow = useLasting(details.isPending, 1000)
  useEffect(() => {
    if (found === undefined) return
    const { packageId: id, format, name, version } = found
    noteVisit({ packageId: id, format, name, version })
  }, [found])
  if (details.error !== null && details.data === undefined) {
    return <GaveUp error={details.error} onRetry={() => void details.refetch()} />
  }
  if (details.data === undefined) return isSlow ? <SkeletonBlock /> : null
  return <Content details={details.data} />
}

function Content({ details }: { details: VersionDetails }) {
  return (
    <>
      <Head details={details} />
      {details.deprecated === null ? null : (
        <p className={styles['warning']}>
          <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
          {message('version.deprecated', { reason: details.deprecated })}
        </p>
      )}
      <InstallLine details={details} />
      <VersionTabs details={details} />
    </>
  )
}

function Head({ details }: { details: VersionDetails }) {
  const label = useFormat(details.format)?.label ?? details.format
  const lead = leadFile(details)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('packages.title'), to: '/packages' },
          { text: label, to: '/packages', search: { format: details.format } },
          { text: details.name, to: '/packages/$packageId', params: { packageId: details.packageId } },
          { text: details.version },
        ]}
        aside={<Steps details={details} />}
      />
      <div className={styles['head']}>
        <FormatTile format={details.format} size={44} />
        <div className={styles['titles']}>
          <div className={styles['title']}>
            <h1>
              {details.name} <span className={styles['titleVersion']}>{details.version}</span>
            </h1>
            {details.tags.map((tag) => (
              <Tag key={tag} look={tag === 'latest' ? 'accent' : 'outlined'}>
                {tag}
              </Tag>
            ))}
          </div>
          <div className={styles['meta']}>
            <span>{size(details.size)}</span>
            <span>
              {details.publishedBy === null ? (
                <When at={details.publishedAt} />
              ) : (
                richMessage('version.by', {
                  when: <When at={details.publishedAt} />,
                  name: <strong>{details.publishedBy}</strong>,
                })
              )}
            </span>
            {lead === undefined ? null : (
              <span className={styles['digest']}>
                <code>{`sha256:${cutMiddle(lead.sha256, 15)}`}</code>
                <CopyButton text={`sha256:${lead.sha256}`} what="sha256" />
              </span>
            )}
          </div>
        </div>
        {lead === undefined ? null : (
          <a className={buttonClass('filled')} href={lead.url} download>
            <DownloadIcon size="1rem" stroke={1.5} aria-hidden="true" />
            {message('version.download')}
          </a>
        )}
      </div>
    </>
  )
}

function Steps({ details }: { details: VersionDetails }) {
  return (
    <div className={styles['steps']}>
      <Step details={details} to={details.older} isOlder />
      <Step details={details} to={details.newer} isOlder={false} />
    </div>
  )
}

function Step({ details, to, isOlder }: { details: VersionDetails; to: string | null; isOlder: boolean }) {
  const older = isOlder ? <OlderIcon size="0.875rem" stroke={1.5} aria-hidden="true" /> : null
  const newer = isOlder ? null : <NewerIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
  if (to === null) {
    return (
      <span className={styles['step']} aria-disabled="true">
        {older}
        {message(isOlder ? 'version.noOlder' : 'version.noNewer')}
        {newer}
      </span>
    )
  }
  return (
    <Link
      to="/packages/$packageId/$versionId"
      params={{ packageId: details.packageId, versionId: to }}
      search={(before: object) => before}
      className={styles['step']}
      aria-label={message(isOlder ? 'version.older' : 'version.newer', { version: to })}
    >
      {older}
      {to}
      {newer}
    </Link>
  )
}

function InstallLine({ details }: { details: VersionDetails }) {
  const current = useInstall(details.format, details.install)
  const isNarrow = useIsNarrow()
  if (current === undefined) return null
  return (
    <div className={styles['command']}>
      <Command command={current.command} marks={[details.name, details.version]} />
      <ClientChoice format={details.format} install={details.install} />
      {isNarrow ? null : <KeyCap>y</KeyCap>}
      <CopyButton text={current.command} what={message('packages.installCommand')} />
    </div>
  )
}

function VersionTabs({ details }: { details: VersionDetails }) {
  const navigate = useNavigate()
  const { activeTab } = useSearchParams(parseVersionSearch)
  const hasDependencies = useFormat(details.format)?.hasDependencies === true
  const tabs = tabsOf(details, hasDependencies)
  const wanted = activeTab ?? defaultTab(details)
  const value = tabs.some((tab) => tab.value === wanted) ? wanted : defaultTab(details)
  const choose = (tab: VersionTab) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, activeTab: tab }), replace: true })
  return (
    <Tabs label={message('version.tabs')} tabs={tabs} value={value} onChange={choose}>
      <div className={`${styles['columns']} ${styles['panel']}`}>
        <div className={styles['wide']}>
          <VersionPanel tab={value} details={details} onTab={choose} />
        </div>
        <aside className={styles['aside']} aria-label={message('package.facts')}>
          <FactsCard details={details} />
        </aside>
      </div>
    </Tabs>
  )
}

/** Where packages tell what they depend on, nothing is worth telling, too. */
function tabsOf(details: VersionDetails, hasDependencies: boolean): Tab<VersionTab>[] {
  const { readme, dependencies, files, properties } = details
  const hasReadme = readme !== null || defaultTab(details) === 'readme'
  return [
    ...(hasReadme ? [{ value: 'readme' as const, label: message('version.tabReadme') }] : []),
    ...(dependencies.length > 0 || hasDependencies
      ? [
          {
            value: 'dependencies' as const,
            label: message('version.tabDependencies'),
            amount: dependencies.length,
          },
        ]
      : []),
    { value: 'location', label: message('version.tabLocation'), amount: files.length },
    { value: 'properties', label: message('version.tabProperties'), amount: properties.length },
  ]
}

function FactsCard({ details }: { details: VersionDetails }) {
  const facts = [
    { label: message('version.published'), value: <When at={details.publishedAt} /> },
    { label: message('package.publishedBy'), value: details.publishedBy },
    { label: message('package.licence'), value: details.licence ?? message('shared.notGiven') },
    { label: message('version.size'), value: size(details.size) },
    { label: message('version.files'), value: count(details.files.length) },
    { label: message('version.downloads'), value: count(details.downloads) },
    {
      label: message('package.source'),
      value: details.source === null ? null : <ForeignLink url={details.source} />,
    },
    {
      label: message('package.homepage'),
      value: details.homepage === null ? null : <ForeignLink url={details.homepage} />,
    },
    { label: message('package.repositories'), value: <RepositoryChips keys={details.repositories} /> },
  ]
  return (
    <Card>
      <CardBody>
        <Facts facts={facts.filter(({ value }) => value !== null)} />
      </CardBody>
    </Card>
  )
}

const leadFile = ({ files }: VersionDetails) => files.find(({ isLead }) => isLead) ?? files[0]
