// Garbage collection from outside: begun by an administrator, waited for until its run is over.
import { GarbageState } from '@bindery/contracts'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { json } from './browser.ts'

const address = '/ui/api/v1/storage/garbage'

const readGarbage = async (app: TestApp) => GarbageState.parse(await (await app.fetch(address)).json())

/** One run over all that is garbage by now, without a time in which it could be brought back. */
export async function collectGarbage(app: TestApp): Promise<void> {
  const settings = { isOn: false, everyHours: 4, undoDays: 0, maxGigabytes: null, maxMinutes: 60 }
  expect((await app.fetch(address, json('PUT', settings))).status).toBe(200)
  const before = new Set((await readGarbage(app)).runs.map(({ id }) => id))
  expect((await app.fetch(`${address}/runs`, json('POST', {}))).status).toBe(202)
  const isDone = async () => {
    const { isRunning, runs } = await readGarbage(app)
    return !isRunning && runs.some(({ id }) => !before.has(id))
  }
  await expect.poll(isDone, { interval: 20 }).toBe(true)
  expect((await readGarbage(app)).runs[0]?.failure).toBeNull()
}
