// What all parts of one crash test share: the ledger, the counts, what went wrong, and the gate at which writers
// wait while the server is down.
import type { Client, Sent } from './client.ts'
import { createLedger, type Ledger, type Outcome } from './ledger.ts'
import type { Random } from './random.ts'

export interface Run {
  random: Random
  client: Client
  ledger: Ledger
  gate: Gate
  counts: Counts
  problems: string[]
  /** How long the last start took; kills during a start aim at such a time. */
  lastStartMs: number
  /** Told to whoever waits for the right moment to kill. */
  moments: { acknowledged(): void; halfSent(): void }
}

export interface Counts {
  kills: number
  killsByMoment: Record<string, number>
  starts: number
  slowestStartMs: number
  acknowledged: Record<string, number>
  unanswered: number
  unansweredTookEffect: number
  unansweredHadNoEffect: number
  refusedWhileStarting: number
  checkedFiles: number
  checkedBytes: number
}

export function createRun(random: Random, client: Client): Run {
  const moments = { acknowledged: () => {}, halfSent: () => {} }
  const counts: Counts = {
    kills: 0,
    killsByMoment: {},
    starts: 0,
    slowestStartMs: 0,
    acknowledged: {},
    unanswered: 0,
    unansweredTookEffect: 0,
    unansweredHadNoEffect: 0,
    refusedWhileStarting: 0,
    checkedFiles: 0,
    checkedBytes: 0,
  }
  return {
    random,
    client,
    ledger: createLedger(),
    gate: new Gate(),
    counts,
    problems: [],
    lastStartMs: 1000,
    moments,
  }
}

/** Sends a change and says whether the server promised it. */
export async function change(
  run: Run,
  kind: string,
  method: string,
  path: string,
  sent: Sent,
): Promise<Outcome> {
  const { counts, client, moments } = run
  const answer = await client.send(method, path, { ...sent, onHalf: () => moments.halfSent() })
  if (answer === undefined) {
    counts.unanswered += 1
    return 'unknown'
  }
  if (answer.status >= 200 && answer.status < 300) {
    counts.acknowledged[kind] = (counts.acknowledged[kind] ?? 0) + 1
    moments.acknowledged()
    return 'acknowledged'
  }
  if (answer.status === 503) counts.refusedWhileStarting += 1
  else
    run.problems.push(
      `${method} ${path} was answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`,
    )
  return 'unknown'
}

/** What a crash test is about: one that has not seen all of it has shown nothing. */
export const everyKind = [
  'publishes',
  'tags set',
  'files put',
  'files overwritten',
  'parts',
  'files put in parts',
  'files copied',
  'files moved',
  'files deleted',
  'garbage runs',
]

export const missingKinds = ({ counts }: Run, kinds: readonly string[] = []): string[] =>
  kinds.filter((kind) => counts.acknowledged[kind] === undefined)

export function noteFailure(run: Run, error: unknown): undefined {
  run.problems.push(error instanceof Error ? error.message : String(error))
}

export function countAcknowledged({ counts }: Run): number {
  return Object.values(counts.acknowledged).reduce((sum, count) => sum + count, 0)
}

/** Closed while the server is down. Writers pass it before each request, and go home when it is over. */
export class Gate {
  #isOpen = false
  #isOver = false
  #waiting: (() => void)[] = []

  open(): void {
    this.#isOpen = true
    this.#release()
  }

  close(): void {
    this.#isOpen = false
  }

  end(): void {
    this.#isOver = true
    this.#release()
  }

  /** True when there is work to do, false when the test is over. */
  async pass(): Promise<boolean> {
    while (!this.#isOpen && !this.#isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return !this.#isOver
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
