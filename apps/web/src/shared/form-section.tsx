import type { ReactNode } from 'react'
import { Card, CardBody, CardHead } from '../ui/card.tsx'
import styles from './settings-page.module.css'

interface FormSectionProps {
  id?: string
  title: string
  /** A sentence on what it is about. */
  text?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** One subject of a form. */
export function FormSection({ id, title, text, aside, children }: FormSectionProps) {
  return (
    <div id={id} className={styles['section']}>
      <Card label={title}>
        <CardHead>
          <h2 className={styles['headTitle']}>{title}</h2>
          {aside}
        </CardHead>
        <CardBody>
          <div className={styles['section']}>
            {text === undefined ? null : <p className={styles['lead']}>{text}</p>}
            {children}
          </div>
        </CardBody>
      </Card>
    </div>
  )
}

/** The way to the sections of a long form. */
export function FormIndex({ label, entries }: { label: string; entries: { id: string; title: string }[] }) {
  return (
    <nav className={styles['index']} aria-label={label}>
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
