import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { message, type MessageId } from '../../lib/messages.ts'
import { PageHead } from '../../shared/page-head.tsx'
import styles from './demo.module.css'

const demos = {
  tree: { path: '/demo/tree', label: 'demo.tree', text: 'demo.treeText' },
  greeting: { path: '/demo/typescript/greeting', label: 'demo.greeting', text: 'demo.greetingText' },
  parts: { path: '/demo/multi-mfe-mounting-container', label: 'demo.parts', text: 'demo.partsText' },
} as const satisfies Record<string, { path: string; label: MessageId; text: MessageId }>

/** What the demonstrations share: the way to the others, and a sentence on what this one shows. */
export function DemoPage({ demo, children }: { demo: keyof typeof demos; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <PageHead title={message('demo.title')} />
      <nav className={styles['nav']} aria-label={message('demo.title')}>
        {Object.values(demos).map(({ path, label }) => (
          <Link key={path} to={path} className={styles['link']}>
            {message(label)}
          </Link>
        ))}
      </nav>
      <p className={styles['lead']}>{message(demos[demo].text)}</p>
      {children}
    </div>
  )
}
