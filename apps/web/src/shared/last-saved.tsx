import { audit } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { richMessage } from '../lib/messages.ts'
import { query } from '../lib/query.ts'
import styles from './settings-page.module.css'
import { When } from './when.tsx'

/** Who changed settings last, by the word of the audit log; nothing when nobody did. */
export function LastSaved({ kind }: { kind: string }) {
  const last = useQuery(query(audit.list, { query: { kind, limit: 1 } })).data?.items[0]
  if (last === undefined) return null
  return (
    <span className={styles['saved']}>
      {richMessage('shared.savedBy', { when: <When at={last.at} />, name: last.actor })}
    </span>
  )
}
