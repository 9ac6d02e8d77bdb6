import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { RefreshIcon } from '../../ui/icons.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { useCountUp } from './count-up.ts'
import { DemoPage } from './demo-page.tsx'
import styles from './demo.module.css'

export function GreetingScreen() {
  const user = useCurrentUser()
  const [target, setTarget] = useState(1000)
  const { value, isDone, restart } = useCountUp(target)
  return (
    <DemoPage demo="greeting">
      <Card>
        <CardBody>
          <div className={styles['greeting']}>
            <h2>{message('demo.hello', { name: user?.displayName || user?.name || '' })}</h2>
            <output className={styles['number']} aria-label={message('demo.counted')} aria-busy={!isDone}>
              {count(value)}
            </output>
            <div className={styles['controls']}>
              <NumberField
                label={message('demo.countTo')}
                value={target}
                min={0}
                max={1_000_000}
                onChange={setTarget}
              />
              <Button size={36} icon={RefreshIcon} onClick={restart}>
                {message('demo.countAgain')}
              </Button>
            </div>
          </div>
        </CardBody>
      </Card>
    </DemoPage>
  )
}
