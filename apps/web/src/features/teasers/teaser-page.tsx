// The one layout of all teasers: what it is, what it brings, why it is not here, and what to do about it.
import { Link } from '../../lib/link.tsx'
import { message, type MessageId } from '../../lib/messages.ts'
import { useStart } from '../../lib/frame.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ForeignIcon, type Icon, TickIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './teaser-page.module.css'

export interface Teaser {
  icon: Icon
  title: MessageId
  text: MessageId
  /** Cards where a feature has parts, bullets where it has benefits. */
  points: { cards: TeaserCard[] } | { bullets: MessageId[] }
}

interface TeaserCard {
  icon: Icon
  title: MessageId
  text: MessageId
}

interface TeaserPageProps {
  teaser: Teaser
  mark: string
  /** Why this page stands in place of another. */
  reason: string
  action: { label: string; href: string } | { label: string; to: string; search?: object }
}

export function TeaserPage({ teaser, mark, reason, action }: TeaserPageProps) {
  const { icon: Glyph, title, text, points } = teaser
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <span className={styles['tile']}>
          <Glyph size="1.75rem" stroke={1.5} aria-hidden="true" />
        </span>
        <Tag look="accent">{mark}</Tag>
      </div>
      <h1 className={styles['title']}>{message(title)}</h1>
      <p className={styles['text']}>{message(text)}</p>
      {'cards' in points ? <Cards cards={points.cards} /> : <Bullets bullets={points.bullets} />}
      <div className={styles['actions']}>
        {'href' in action ? (
          <a
            className={buttonClass('filled', 36)}
            href={action.href}
            target="_blank"
            rel="noopener noreferrer"
          >
            {action.label}
          </a>
        ) : (
          <Link className={buttonClass('filled', 36)} to={action.to} search={action.search ?? {}}>
            {action.label}
          </Link>
        )}
        <LearnMore />
      </div>
      <p className={styles['reason']}>{reason}</p>
    </div>
  )
}

/** The documentation that the installation names, else the reference that comes with the product. */
function LearnMore() {
  const address = useStart()?.addresses.documentation ?? ''
  return (
    <a
      className={buttonClass('plain', 36)}
      href={address === '' ? '/ui/api/' : address}
      target="_blank"
      rel="noopener noreferrer"
    >
      {message('spec.learnMore')}
      <ForeignIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
    </a>
  )
}

function Cards({ cards }: { cards: TeaserCard[] }) {
  return (
    <ul className={styles['cards']}>
      {cards.map(({ icon: Glyph, title, text }) => (
        <li key={title} className={styles['card']}>
          <Glyph className={styles['cardIcon']} size="1.25rem" stroke={1.5} aria-hidden="true" />
          <h2>{message(title)}</h2>
          <p>{message(text)}</p>
        </li>
      ))}
    </ul>
  )
}

function Bullets({ bullets }: { bullets: MessageId[] }) {
  return (
    <ul className={styles['bullets']}>
      {bullets.map((id) => (
        <li key={id}>
          <TickIcon className={styles['tick']} size="1rem" stroke={2} aria-hidden="true" />
          {message(id)}
        </li>
      ))}
    </ul>
  )
}
