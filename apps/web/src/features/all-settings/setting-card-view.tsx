import type { SettingState } from '@bindery/contracts'
import { noLicense } from '@bindery/contracts'
import { useAnnouncements } from '../../lib/announcements.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { WarningIcon } from '../../ui/icons.ts'
import styles from './all-settings.module.css'
import { detailsOf } from './details.ts'
import { type Found, splitAt } from './match.ts'

interface SettingCardViewProps {
  found: Found
  wanted: string
  state: SettingState | undefined
}

/** Title, how it stands, one line of purpose. Searching, the line says what matched. */
export function SettingCardView({ found: { card, because }, wanted, state }: SettingCardViewProps) {
  const special = useSpecial(card.page)
  const Glyph = card.icon
  const content = (
    <>
      <span className={styles['line']}>
        <Glyph className={styles['icon']} size="1rem" stroke={1.5} aria-hidden="true" />
        <span className={styles['title']}>
          <Marked text={card.title} wanted={because === undefined ? wanted : ''} />
        </span>
        {special?.isProblem === true ? (
          <WarningIcon className={styles['problem']} size="1rem" stroke={2} aria-hidden="true" />
        ) : null}
        <span className={styles['state']}>{special?.state ?? stateText(state)}</span>
      </span>
      <span className={styles['purpose']}>
        {because === undefined ? (
          (special?.purpose ?? detailsOf(card.page).purpose)
        ) : (
          <>
            {because.label} <Marked text={because.text} wanted={wanted} />
          </>
        )}
      </span>
    </>
  )
  if (card.disabledBy === undefined)
    return (
      <Link to={card.to} className={styles['card']}>
        {content}
      </Link>
    )
  return (
    <span className={styles['card']} role="link" aria-disabled="true" tabIndex={0} title={card.disabledBy}>
      {content}
      <span className="visually-hidden">{card.disabledBy}</span>
    </span>
  )
}

function Marked({ text, wanted }: { text: string; wanted: string }) {
  const [before, match, after] = splitAt(text, wanted)
  return (
    <>
      {before}
      {match === '' ? null : <mark className={styles['mark']}>{match}</mark>}
      {after}
    </>
  )
}

function stateText(state: SettingState | undefined): string {
  if (state === undefined) return ''
  if (typeof state === 'number') return state === 0 ? message('settings.none') : count(state)
  return message(state ? 'settings.on' : 'settings.notSet')
}

/** Pages whose state everybody is told already. */
function useSpecial(page: string): { state?: string; purpose?: string; isProblem?: boolean } | undefined {
  const told = useAnnouncements()
  if (page === '/admin/license_management/licenses' && told?.license)
    return { purpose: told.license.type, isProblem: told.license.type === noLicense }
  if (page === '/admin/configuration/general' && told?.isReadOnly === true)
    return { purpose: message('settings.readOnly'), isProblem: true }
  return undefined
}
