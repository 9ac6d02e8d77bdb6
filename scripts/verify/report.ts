import type { Outcome, Step } from './steps.ts'

export interface Finished {
  step: Step
  outcome: Outcome
  /** Milliseconds. */
  took: number
}

/** A line for each step, and at the end the one line that people read. */
export function summary(finished: Finished[], planned: number, took: number): string {
  const red = finished.find(({ outcome }) => !outcome.isGreen)
  if (red) {
    const left = planned - finished.length
    const rest = left === 0 ? '' : ` ${left} ${left === 1 ? 'step was' : 'steps were'} not run.`
    return `${table(finished)}\nFailed: ${red.step.title} (run it alone: npm test -- --only ${red.step.name}).${rest}`
  }
  const tests = total(finished, 'tests')
  const skipped = total(finished, 'skipped')
  const parts = finished.flatMap(({ step, outcome }) => counted(step, outcome)).join(', ')
  const counts = tests === 0 ? parts || 'everything' : `${tests} tests${parts && ` (${parts})`}`
  return `${table(finished)}\nPassed: ${counts}${skipped > 0 ? `, ${skipped} skipped,` : ''} in ${seconds(took)}`
}

export function seconds(milliseconds: number): string {
  if (milliseconds < 9950) return `${(milliseconds / 1000).toFixed(1)} s`
  const whole = Math.round(milliseconds / 1000)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

function total(finished: Finished[], what: 'tests' | 'skipped'): number {
  return finished.reduce((sum, { outcome }) => sum + (outcome[what] ?? 0), 0)
}

function counted({ label }: Step, { tests, note }: Outcome): string[] {
  if (label === undefined) return []
  return [`${label} ${note ?? tests ?? 0}`]
}

function table(finished: Finished[]): string {
  const width = Math.max(...finished.map(({ step }) => step.title.length))
  const lines = finished.map(
    ({ step, outcome, took }) =>
      `${outcome.isGreen ? '✓' : '✗'} ${step.title.padEnd(width)}  ${seconds(took)}`,
  )
  return lines.join('\n')
}
