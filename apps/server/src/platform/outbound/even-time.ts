// A failure to reach a server takes the same time whatever stands behind the address: whoever may test a connection must
// not learn from the clock which ports of a network are open.
import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `full` milliseconds have passed since `begun`, a reading of performance.now(). */
export async function waitEvenly(begun: number, full: number): Promise<void> {
  await delay(Math.max(0, full - (performance.now() - begun)))
}
