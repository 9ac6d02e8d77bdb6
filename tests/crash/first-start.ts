// The very first start of an installation, killed halfway: the next one must finish what was begun.
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileAddress, npmRegistry } from './addresses.ts'
import { createClient } from './client.ts'
import { becomeReady } from './lives.ts'
import type { Random } from './random.ts'
import type { Run } from './run.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'

export async function interruptFirstStart(run: Run, options: ServerOptions, random: Random): Promise<void> {
  const first = new ServerProcess(options)
  await sleep(random.next() * 1.1 * run.lastStartMs)
  if (first.unwantedEnd) run.problems.push(first.unwantedEnd)
  await first.kill()
  run.counts.kills += 1
  run.counts.killsByMoment['in the first start'] = (run.counts.killsByMoment['in the first start'] ?? 0) + 1
  const second = new ServerProcess(options)
  try {
    await becomeReady(run, second)
    await checkUsable(run, options)
  } finally {
    await second.kill()
  }
  await rm(options.home, { recursive: true, force: true })
}

// Repositories, the administrator and the password: all of it was made by whichever start came so far.
async function checkUsable(run: Run, { port, password }: ServerOptions): Promise<void> {
  const credentials = Buffer.from(`admin:${password}`).toString('base64')
  const client = createClient(`http://127.0.0.1:${port}`, () => `Basic ${credentials}`)
  const steps = [
    ['GET', `${npmRegistry}/-/whoami`, 200],
    ['PUT', fileAddress('first/file.txt'), 201],
    ['GET', fileAddress('first/file.txt'), 200],
  ] as const
  for (const [method, path, expected] of steps) {
    const answer = await client.send(method, path, method === 'PUT' ? { body: Buffer.from('first') } : {})
    if (answer?.status === expected) continue
    const found = answer ? `${answer.status} ${answer.body.toString().slice(0, 300)}` : 'no answer'
    run.problems.push(
      `After an interrupted first start, ${method} ${path} gave ${found} instead of ${expected}`,
    )
  }
  client.reset()
}
