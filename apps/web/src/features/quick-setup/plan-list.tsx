import type { RepositoryType } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import type { Planned } from './plan.ts'
import { PlanRow } from './plan-row.tsx'
import styles from './quick-setup.module.css'
import type { Outcomes } from './use-creation.ts'

interface PlanListProps {
  plans: { type: RepositoryType; planned: Planned[] }[]
  taken: ReadonlySet<string>
  outcomes: Outcomes
  onRename: (proposed: string, key: string) => void
}

/** What will be made, what each is for, and what became of it. */
export function PlanList({ plans, taken, outcomes, onRename }: PlanListProps) {
  const keys = plans.flatMap(({ planned }) => planned.map(({ key }) => key))
  return (
    <section className={styles['plans']} aria-label={message('quickSetup.willBeMade')}>
      <h2 className={styles['heading']}>{message('quickSetup.willBeMade')}</h2>
      {plans.map(({ type, planned }) => (
        <div key={type.id} className={styles['plan']}>
          <h3 className={styles['type']}>{type.label}</h3>
          {type.isSpoken ? null : (
            <p className={styles['use']}>{message('shared.plainOnly', { type: type.label })}</p>
          )}
          <ul className={styles['rows']}>
            {planned.map((one) => (
              <PlanRow
                key={one.proposed}
                planned={one}
                outcome={outcomes.get(one.key)}
                others={[...taken, ...keys].filter((key) => key !== one.key)}
                onRename={(key) => onRename(one.proposed, key)}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
