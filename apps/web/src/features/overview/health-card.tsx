import { noLicense } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { SuccessIcon, WarningIcon } from '../../ui/icons.ts'
import { Block, Loaded } from './block.tsx'
import styles from './overview.module.css'
import { failedJobs, licenseState, services, storageSummary } from './queries.ts'

const nearlyFull = 0.85

/** For administrators: whether anything asks for attention. */
export function HealthCard() {
  return (
    <Block title={message('overview.health')}>
      <Services />
      <Storage />
      <License />
      <Jobs />
    </Block>
  )
}

function Services() {
  return (
    <Loaded answer={useQuery(services)}>
      {(list) => {
        const away = list.filter(({ isAvailable }) => !isAvailable)
        return (
          <Line title={message('overview.services')} isWell>
            {message('overview.servicesText', { well: list.length - away.length, all: list.length })}
          </Line>
        )
      }}
    </Loaded>
  )
}

function Storage() {
  return (
    <Loaded answer={useQuery(storageSummary)}>
      {({ disk, binaries }) => {
        const used = disk.total === 0 ? 0 : 1 - disk.free / disk.total
        return (
          <Line
            title={<Link to="/admin/monitoring/storage-summary">{message('overview.storage')}</Link>}
            isWell={disk.failure === null && used < nearlyFull}
          >
            {disk.failure ??
              message('overview.storageText', {
                stored: size(binaries.bytes),
                percent: Math.round(used * 100),
                free: size(disk.free),
              })}
          </Line>
        )
      }}
    </Loaded>
  )
}

function License() {
  return (
    <Loaded answer={useQuery(licenseState)}>
      {({ type, validThrough }) => (
        <Line
          title={<Link to="/admin/license_management/licenses">{message('overview.license')}</Link>}
          isWell={type !== noLicense}
        >
          {validThrough === null
            ? message(type === noLicense ? 'overview.licenseNone' : 'overview.licenseText', { type })
            : message('overview.licenseUntil', { type, day: validThrough })}
        </Line>
      )}
    </Loaded>
  )
}

function Jobs() {
  return (
    <Loaded answer={useQuery(failedJobs)}>
      {({ total }) => (
        <Line title={message('overview.jobs')} isWell={total === 0}>
          {total === 0 ? message('overview.jobsWell') : message('overview.jobsText', { count: total })}
        </Line>
      )}
    </Loaded>
  )
}

function Line({ title, isWell, children }: { title: ReactNode; isWell: boolean; children: ReactNode }) {
  const Glyph = isWell ? SuccessIcon : WarningIcon
  return (
    <div className={styles['row']} data-well={isWell}>
      <Glyph className={styles['mark']} size="1rem" stroke={1.75} aria-hidden="true" />
      <span className={styles['subject']}>{title}</span>
      <span className={styles['what']}>{children}</span>
    </div>
  )
}
