// The room as a whole: how full the disk is, what lies on it, what sharing saves, how fast it grows.
import type { StorageSummary } from '@bindery/contracts'
import type { ReactNode } from 'react'
import { message } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { percent } from './storage-table.tsx'
import styles from './storage.module.css'

export function StorageOverview({ summary }: { summary: StorageSummary }) {
  const { artifacts, binaries, disk, saved, failure } = summary
  return (
    <Card label={message('storage.room')}>
      <CardBody>
        {disk.failure === null ? <Disk disk={disk} /> : <Notice look="error">{disk.failure}</Notice>}
        <dl className={styles['figures']}>
          <Figure
            label={message('storage.binaries')}
            value={size(binaries.bytes)}
            text={message('storage.binariesText', { count: binaries.count })}
          />
          <Figure
            label={message('storage.artifacts')}
            value={size(artifacts.bytes)}
            text={message('storage.artifactsText', {
              files: count(artifacts.files),
              folders: count(artifacts.folders),
            })}
          />
          <Figure
            label={message('storage.saved')}
            value={size(saved)}
            text={message('storage.savedText', {
              percent: percent(artifacts.bytes === 0 ? 0 : saved / artifacts.bytes),
            })}
          />
          <Trend trend={summary.trend} />
        </dl>
        {failure === null ? null : (
          <Notice look="warn">{message('storage.jobFailed', { why: failure })}</Notice>
        )}
      </CardBody>
    </Card>
  )
}

function Disk({ disk: { path, total, free } }: { disk: StorageSummary['disk'] }) {
  const share = total === 0 ? 0 : (total - free) / total
  const text = message('storage.usedOf', { used: size(total - free), total: size(total), free: size(free) })
  return (
    <div className={styles['disk']}>
      <div className={styles['diskLine']}>
        <strong>{message('storage.used', { percent: percent(share) })}</strong>
        <span>{text}</span>
        <span className={styles['path']}>
          {message('storage.folder')} <code>{path}</code>
        </span>
      </div>
      <div
        className={styles['bar']}
        role="meter"
        aria-label={message('storage.usedLabel')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
        data-look={share > 0.95 ? 'error' : share > 0.85 ? 'warn' : 'ok'}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

function Trend({ trend }: { trend: StorageSummary['trend'] }) {
  const label = message('storage.trend')
  if (trend === null)
    return <Figure label={label} value={message('shared.notGiven')} text={message('storage.noTrend')} />
  const value = message('storage.perDay', { size: size(Math.max(0, trend.bytesPerDay)) })
  const text =
    trend.fullInDays === null
      ? message('storage.notGrowing', { day: trend.since })
      : message('storage.fullIn', { days: trend.fullInDays })
  return <Figure label={label} value={value} text={text} />
}

function Figure({ label, value, text }: { label: string; value: ReactNode; text: string }) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd className={styles['value']}>{value}</dd>
      <dd className={styles['text']}>{text}</dd>
    </div>
  )
}
