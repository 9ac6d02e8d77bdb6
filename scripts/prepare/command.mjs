// The frame of every command. A failure that a person can act on is a sentence and exit code 1; anything
// else is a defect and shows its stack.
import { Problem } from './problem.mjs'

/** @param {() => Promise<void>} work */
export async function command(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
