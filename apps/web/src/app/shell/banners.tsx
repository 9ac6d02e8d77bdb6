// What holds for the whole installation, above every screen. The most important first; only two at once.
import { type Announcements, noLicense } from '@bindery/contracts'
import { type ReactNode, useState } from 'react'
import { useAnnouncements } from '../../lib/announcements.ts'
import { useStart } from '../../lib/frame.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { daysUntil } from '../../lib/time.ts'
import { Notice, type NoticeLook } from '../../ui/notice.tsx'
import styles from './banners.module.css'

interface Banner {
  id: string
  look: NoticeLook
  text: string
  action?: ReactNode
}

const shownAtOnce = 2
const warnDays = 30

export function Banners() {
  const told = useAnnouncements()
  const purchase = useStart()?.addresses.purchase ?? ''
  const [isOpen, setOpen] = useState(false)
  const banners = told === undefined ? [] : bannersOf(told, purchase)
  if (banners.length === 0) return null
  const rest = banners.length - shownAtOnce
  return (
    <section className={styles['banners']} aria-label={message('shell.banners')}>
      {banners.slice(0, isOpen ? undefined : shownAtOnce).map(({ id, look, text, action }) => (
        <Notice key={id} look={look}>
          <span className={styles['line']}>
            <span>{text}</span>
            {action}
          </span>
        </Notice>
      ))}
      {rest > 0 ? (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? message('shell.fewerBanners') : message('shell.moreBanners', { count: rest })}
        </button>
      ) : null}
    </section>
  )
}

function bannersOf(told: Announcements, purchase: string): Banner[] {
  const found: (Banner | undefined)[] = [
    told.isReadOnly
      ? {
          id: 'read-only',
          look: 'warn',
          text: message('shell.readOnlyBanner'),
          action: <ReadOnlyLink told={told} />,
        }
      : undefined,
    licenseBanner(told.license),
    told.blockedUsages.some(({ usage }) => usage === 'DATA_TRANSFER')
      ? { id: 'quota', look: 'warn', text: message('spec.quotaReached'), action: <Upgrade to={purchase} /> }
      : undefined,
    told.isMigrating ? { id: 'migration', look: 'info', text: message('spec.migrating') } : undefined,
    told.message === null
      ? undefined
      : { id: 'message', look: looks[told.message.level], text: told.message.text },
  ]
  return found.filter((banner) => banner !== undefined)
}

const looks: Record<'info' | 'warning' | 'error', NoticeLook> = {
  info: 'info',
  warning: 'warn',
  error: 'error',
}

function licenseBanner(license: Announcements['license']): Banner | undefined {
  if (license === null) return undefined
  const action = <Link to="/admin/license_management/licenses">{message('shell.openLicenses')}</Link>
  if (license.type === noLicense)
    return { id: 'license', look: 'error', text: message('shell.noLicense'), action }
  if (license.validThrough === null) return undefined
  const days = daysUntil(license.validThrough)
  if (days > warnDays) return undefined
  return { id: 'license', look: 'warn', text: message('shell.licenseExpires', { days }), action }
}

/** Only administrators can switch it off; the licence tells them apart. */
function ReadOnlyLink({ told }: { told: Announcements }) {
  if (told.license === null) return null
  return (
    <Link to="/admin/configuration/general" search={{}}>
      {message('shell.openGeneral')}
    </Link>
  )
}

function Upgrade({ to }: { to: string }) {
  if (to === '') return null
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {message('spec.upgrade')}
    </a>
  )
}
