// How a test went: each step with its time, and what to change where it failed.
import type { TestStep } from '@bindery/contracts'
import type { ReactNode } from 'react'
import { message } from '../lib/messages.ts'
import { type Icon, RefusedIcon, SuccessIcon, WarningIcon } from '../ui/icons.ts'
import styles from './test-steps.module.css'

const icons: Record<TestStep['outcome'], Icon> = {
  passed: SuccessIcon,
  warning: WarningIcon,
  failed: RefusedIcon,
}

const outcomes = {
  passed: 'shared.passed',
  warning: 'shared.warning',
  failed: 'shared.failedStep',
} as const

export function Steps<S extends TestStep>({ steps, fix }: { steps: S[]; fix?: (step: S) => ReactNode }) {
  return (
    <ol className={styles['steps']}>
      {steps.map((one) => {
        const { step, outcome, detail, milliseconds } = one
        const Glyph = icons[outcome]
        const advice = fix?.(one)
        return (
          <li key={step} className={styles['step']} data-outcome={outcome}>
            <Glyph
              className={styles['stepIcon']}
              size="1rem"
              stroke={1.75}
              aria-label={message(outcomes[outcome])}
            />
            <span className={styles['stepName']}>{step}</span>
            <span className={styles['stepDetail']}>{detail}</span>
            <span className={styles['stepTime']}>
              {message('shared.milliseconds', { count: milliseconds })}
            </span>
            {advice === undefined || advice === null ? null : (
              <span className={styles['stepFix']}>{advice}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
