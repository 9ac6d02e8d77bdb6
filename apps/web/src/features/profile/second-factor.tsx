import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './profile.module.css'
import { secondFactorState } from './queries.ts'

const EnrolDialog = lazyPart(() => import('./enrol-dialog.tsx'), 'EnrolDialog')
const FactorDialog = lazyPart(() => import('./factor-dialog.tsx'), 'FactorDialog')

type Step = 'enrol' | 'codes' | 'remove'

export function SecondFactor() {
  const state = useQuery(secondFactorState).data
  const [step, setStep] = useState<Step | undefined>(undefined)
  const close = () => setStep(undefined)
  if (state === undefined)
    return (
      <FormSection id="second-factor" title={message('profile.secondFactor')}>
        {null}
      </FormSection>
    )
  const { isEnrolled, isRequired, isOffered, recoveryCodesLeft } = state
  return (
    <FormSection
      id="second-factor"
      title={message('profile.secondFactor')}
      text={message('profile.secondFactorText')}
      aside={
        <Tag look={isEnrolled ? 'ok' : 'quiet'}>{message(isEnrolled ? 'profile.on' : 'profile.off')}</Tag>
      }
    >
      {isEnrolled ? <p>{message('profile.codesLeft', { count: recoveryCodesLeft })}</p> : null}
      {isOffered || isEnrolled ? null : <p className={styles['muted']}>{message('profile.notOffered')}</p>}
      {isRequired ? <p className={styles['muted']}>{message('profile.required')}</p> : null}
      <div className={styles['actions']}>
        {isOffered ? (
          <Button onClick={() => setStep('enrol')}>
            {message(isEnrolled ? 'profile.enrolAgain' : 'profile.enrol')}
          </Button>
        ) : null}
        {isEnrolled ? (
          <>
            <Button onClick={() => setStep('codes')}>{message('profile.newCodes')}</Button>
            <Button disabled={isRequired} onClick={() => setStep('remove')}>
              {message('profile.turnOff')}
            </Button>
          </>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {step === 'enrol' ? <EnrolDialog onClose={close} /> : null}
        {step === 'codes' || step === 'remove' ? <FactorDialog step={step} onClose={close} /> : null}
      </Suspense>
    </FormSection>
  )
}
