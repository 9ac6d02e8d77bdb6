import type { RetentionResult } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { count, size } from '../../../lib/numbers.ts'
import { When } from '../../../shared/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../../ui/card.tsx'
import styles from './retention.module.css'

interface SimulationProps {
  /** Undefined before the rule was looked at as it stands. */
  result: RetentionResult | undefined
  isBusy: boolean
  onLook: () => void
}

/** What the rule would remove now; nothing happens to it. */
export function Simulation({ result, isBusy, onLook }: SimulationProps) {
  return (
    <Card label={message('retention.simulation')}>
      <CardHead>
        <h2 className={styles['title']}>{message('retention.simulation')}</h2>
        <Button size={28} isBusy={isBusy} onClick={onLook}>
          {message('retention.look')}
        </Button>
      </CardHead>
      <CardBody>
        {result === undefined ? (
          <p className={styles['muted']}>{message('retention.notLooked')}</p>
        ) : (
          <>
            <p role="status" className={styles['sum']}>
              {result.count === 0
                ? message('retention.nothingGoes')
                : message('retention.wouldGo', { count: result.count, size: size(result.bytes) })}
            </p>
            <ul className={styles['files']}>
              {result.files.slice(0, mostShown).map(({ repository, path, size: bytes, createdAt }) => (
                <li key={`${repository}/${path}`}>
                  <code>{`${repository}/${path}`}</code>
                  <span className={styles['muted']}>
                    {size(bytes)}, <When at={createdAt} />
                  </span>
                </li>
              ))}
            </ul>
            {result.count > mostShown ? (
              <p className={styles['muted']}>
                {message('retention.more', { count: count(result.count - mostShown) })}
              </p>
            ) : null}
          </>
        )}
      </CardBody>
    </Card>
  )
}

const mostShown = 20
