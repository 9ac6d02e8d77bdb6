import { useCallback, useEffect, useState } from 'react'
import { useMedia } from '../../lib/media.ts'

const steps = 50
const stepTime = 50

/** What is shown at a step on the way from 0 to the target. */
const valueAt = (step: number, target: number) => Math.round((target * step) / steps)

/** A number that runs up to its target. Whoever asked for less motion gets the target at once. */
export function useCountUp(target: number) {
  const [step, setStep] = useState(0)
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const isDone = isStill || step >= steps
  useEffect(() => {
    if (isDone) return undefined
    const timer = setTimeout(() => setStep(step + 1), stepTime)
    return () => clearTimeout(timer)
  }, [step, isDone])
  const restart = useCallback(() => setStep(0), [])
  return { value: isDone ? target : valueAt(step, target), isDone, restart }
}
