import { useQuery } from '@tanstack/react-query'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ruleList, rulesPath } from '../retention/queries.ts'
import { CareCard } from './care-card.tsx'
import styles from './care.module.css'

export function RetentionCard() {
  const state = useQuery(ruleList)
  return (
    <CareCard
      title={message('retention.title')}
      state={state}
      actions={
        <Link to={rulesPath} className={buttonClass('outlined')}>
          {message('retention.open')}
        </Link>
      }
    >
      {(rules) => (
        <p className={styles['line']}>
          {rules.length === 0
            ? message('retention.none')
            : message('retention.count', {
                count: rules.length,
                on: rules.filter(({ isOn }) => isOn).length,
              })}
        </p>
      )}
    </CareCard>
  )
}
