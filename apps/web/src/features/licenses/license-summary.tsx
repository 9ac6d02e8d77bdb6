import { type License, noLicense } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { daysUntil, exactDate } from '../../lib/time.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './licenses.module.css'

const warnDays = 30
const fullYear = 365

/** What the installation is licensed for. */
export function LicenseSummary({ active }: { active: License | undefined }) {
  return (
    <Card label={message('licenses.summary')}>
      <CardBody>
        <div className={styles['summary']}>
          <h2 className={styles['type']}>{active?.type ?? noLicense}</h2>
          {active === undefined ? (
            <p>{message('licenses.none')}</p>
          ) : (
            <>
              <Facts
                facts={[
                  { label: message('licenses.licensedTo'), value: active.licensedTo },
                  {
                    label: message('licenses.nodes'),
                    value: active.nodes === null ? message('licenses.anyNumber') : String(active.nodes),
                  },
                  {
                    label: message('licenses.validThrough'),
                    value:
                      active.validThrough === null
                        ? message('licenses.noEnd')
                        : exactDate(active.validThrough),
                  },
                ]}
              />
              {active.validThrough === null ? null : <TimeLeft end={active.validThrough} />}
              {active.id === 'built-in' ? (
                <p className={styles['quiet']}>{message('licenses.allOn')}</p>
              ) : null}
            </>
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function TimeLeft({ end }: { end: string }) {
  const days = daysUntil(end)
  const text = message('licenses.daysLeft', { count: days })
  return (
    <>
      <Meter value={Math.min(days, fullYear)} top={fullYear} />
      {days <= warnDays ? <Notice look="warn">{text}</Notice> : <p className={styles['quiet']}>{text}</p>}
    </>
  )
}
