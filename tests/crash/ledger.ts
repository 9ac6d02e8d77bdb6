// What the server owes us. Each thing has one writer, which does one thing at a time, so its state is known except
// after a request that was sent and never answered: then it is as before or as asked for, and nothing between.
export interface Owed<State> {
  settled: State
  /** The state if the unanswered request took effect. */
  pending: State | undefined
}

export type FileState = { sha256: string; size: number } | 'absent'

export interface PackageState {
  versions: Record<string, Tarball>
  tags: Record<string, string>
}

export interface Tarball {
  sha256: string
  size: number
  integrity: string
  shasum: string
}

export interface Ledger {
  files: Map<string, Owed<FileState>>
  packages: Map<string, Owed<PackageState>>
}

/** How a request ended: `unknown` when there was no answer. */
export type Outcome = 'acknowledged' | 'unknown'

export function createLedger(): Ledger {
  return { files: new Map(), packages: new Map() }
}

/** Notes what is asked for before it is sent, and what is owed once it was acknowledged. */
export async function owe<State>(
  owed: Owed<State>,
  next: State,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  owed.pending = next
  const outcome = await send()
  if (outcome === 'acknowledged') {
    owed.settled = next
    owed.pending = undefined
  }
  return outcome
}

export type Settlement = 'as before' | 'as asked' | 'neither'

/** Takes what was found as the truth from now on, if it is one of the states it may be in. */
export function settle<State>(owed: Owed<State>, isFound: (state: State) => boolean): Settlement {
  if (isFound(owed.settled)) {
    owed.pending = undefined
    return 'as before'
  }
  if (owed.pending === undefined || !isFound(owed.pending)) return 'neither'
  owed.settled = owed.pending
  owed.pending = undefined
  return 'as asked'
}
