import type { RepositoryKind, RepositoryType } from '@bindery/contracts'
import { message, type MessageId } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Planned } from './plan.ts'
import styles from './quick-setup.module.css'
import type { Outcomes } from './use-creation.ts'

interface PlanListProps {
  plans: { type: RepositoryType; planned: Planned[] }[]
  outcomes: Outcomes
}

/** What will be made, what each is for, and what became of it. */
export function PlanList({ plans, outcomes }: PlanListProps) {
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
              <Row key={one.key} planned={one} outcome={outcomes.get(one.key)} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const uses: Partial<Record<RepositoryKind, MessageId>> = {
  local: 'quickSetup.useLocal',
  remote: 'quickSetup.useRemote',
  virtual: 'quickSetup.useVirtual',
}

function Row({ planned, outcome }: { planned: Planned; outcome: ReturnType<Outcomes['get']> }) {
  const use = uses[planned.kind]
  return (
    <li className={styles['row']}>
      <code className={styles['key']}>{planned.key}</code>
      <span className={styles['use']}>
        {use === undefined ? null : message(use, { address: String(planned.config['url'] ?? '') })}
      </span>
      {outcome?.isMade === true ? (
        <Tag look="ok">{message('quickSetup.made')}</Tag>
      ) : planned.isThere ? (
        <Tag>{message('quickSetup.isThere')}</Tag>
      ) : null}
      {outcome?.isMade === false ? (
        <div className={styles['why']}>
          <Notice look="error" isUrgent>
            {outcome.why}
          </Notice>
        </div>
      ) : null}
    </li>
  )
}
