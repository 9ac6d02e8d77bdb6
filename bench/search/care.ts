// What an administrator waits for among so many files (threat J25): garbage collection after the large folder was deleted, and a
// backup beside the running server.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serverArguments, serverEnvironment } from '../../scripts/prepare/node.mjs'
import { binderyPassword, binderyUser } from '../peers/bindery.ts'
import { flat } from './world.ts'

const authorization = `Basic ${Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')}`

export async function measureCare(origin: string, home: string): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const reply = await fetch(origin + path, init)
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
    return text
  }
  const garbage = '/ui/api/v1/storage/garbage'
  const collect = async () => {
    const before = lastRun(await send('GET', garbage))
    await send('POST', `${garbage}/runs`, {})
    for (;;) {
      const now = await send('GET', garbage)
      const { isRunning } = JSON.parse(now) as { isRunning: boolean }
      if (!isRunning && lastRun(now)?.id !== before?.id) return JSON.stringify(lastRun(now))
      await sleep(50)
    }
  }
  await giveBytes(home)
  await send('PUT', '/ui/api/v1/trash', { isOn: false, days: 14 })
  await send('PUT', garbage, {
    isOn: true,
    everyHours: 24,
    undoDays: 0,
    maxGigabytes: null,
    maxMinutes: null,
  })
  return [
    await timed('Backup beside the server', () => backUp(home)),
    await timed('Garbage collection with nothing to do', collect),
    await timed('Deleting the large folder', () =>
      send('DELETE', `/artifactory/${flat.repository}/${flat.folder}/`),
    ),
    await timed('Garbage collection after that', collect),
  ].join('\n')
}

const lastRun = (text: string) => (JSON.parse(text) as { runs: { id: string }[] }).runs[0]

async function timed(what: string, work: () => Promise<string>): Promise<string> {
  const began = performance.now()
  const told = await work()
  return `${what}: ${((performance.now() - began) / 1000).toFixed(1)} s ${told}`
}

/** Rows have none: a byte each, so that a backup finds something. Their digests are not looked at. */
async function giveBytes(home: string): Promise<void> {
  const database = new DatabaseSync(join(home, 'bindery.db'), { timeout: 60_000 })
  database.exec(`insert into blob_contents (sha256, content, created_at)
    select sha256, x'78', created_at from blobs where true on conflict do nothing`)
  database.close()
}

async function backUp(home: string): Promise<string> {
  const folder = `${home}-backup`
  const env = { ...process.env, ...serverEnvironment, BINDERY_HOME: home }
  const args = [...serverArguments.filter((argument) => argument !== 'serve'), 'backup', folder]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  await rm(folder, { recursive: true, force: true })
  return stdout.trim()
}
