// Collects garbage again and again with no time to wait in, so that bytes go while the same bytes are stored anew.
import { setTimeout as sleep } from 'node:timers/promises'
import { change, type Run } from './run.ts'

const settings = { isOn: true, everyHours: 1, undoDays: 0, maxGigabytes: null, maxMinutes: null }

export async function collectGarbage(run: Run): Promise<void> {
  const random = run.random.fork('collector')
  while (await run.gate.pass()) {
    await send(run, 'garbage settings', 'PUT', '/ui/api/v1/storage/garbage', settings)
    await send(run, 'garbage runs', 'POST', '/ui/api/v1/storage/garbage/runs', {})
    await sleep(random.between(5, 200))
  }
}

const send = (run: Run, kind: string, method: string, path: string, body: object) =>
  change(run, kind, method, path, {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  })
