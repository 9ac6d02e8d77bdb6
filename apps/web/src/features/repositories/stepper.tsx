import { message } from '../../lib/messages.ts'
import styles from './type-step.module.css'

const steps = ['repository.stepType', 'repository.stepSettings'] as const

/** Where somebody is in making a repository. */
export const Stepper = ({ step }: { step: 1 | 2 }) => (
  <ol className={styles['stepper']} aria-label={message('repository.steps')}>
    {steps.map((text, index) => (
      <li key={text} aria-current={index + 1 === step ? 'step' : undefined} className={styles['step']}>
        <span className={styles['number']}>{index + 1}</span>
        {message(text)}
      </li>
    ))}
  </ol>
)
