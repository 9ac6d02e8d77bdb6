// Installations that mirror each other, over real connections.
import { expect, vi } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { json } from './browser.ts'

export const startMirroring = (): Promise<TestApp> =>
  startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })

export const addressOf = (app: TestApp, key: string) => `${app.url}/artifactory/${key}`

export const put = (app: TestApp, path: string, body: string | Uint8Array<ArrayBuffer>) =>
  mustBe(201, app.fetch(`/artifactory/${path}`, { method: 'PUT', body }))

export const remove = (app: TestApp, path: string) =>
  mustBe(204, app.fetch(`/artifactory/${path}`, { method: 'DELETE' }))

export const annotate = (app: TestApp, path: string, properties: string) =>
  mustBe(
    204,
    app.fetch(`/artifactory/api/storage/${path}?properties=${encodeURIComponent(properties)}`, {
      method: 'PUT',
    }),
  )

export async function propertiesOf(app: TestApp, path: string): Promise<unknown> {
  const reply = await app.fetch(`/artifactory/api/storage/${path}?properties`)
  const { properties } = (await reply.json()) as { properties?: unknown }
  return properties
}

/** Its text; null when there is none. */
export async function textAt(app: TestApp, path: string): Promise<string | null> {
  const reply = await app.fetch(`/artifactory/${path}`)
  const text = await reply.text()
  return reply.status === 200 ? text : null
}

export const replicate = (app: TestApp, key: string, settings: object) =>
  mustBe(
    201,
    app.fetch(
      `/artifactory/api/replications/${key}`,
      json('PUT', { ...app.admin, username: 'admin', enabled: true, ...settings }),
    ),
  )

export const execute = (app: TestApp, key: string) =>
  mustBe(202, app.fetch(`/artifactory/api/replication/execute/${key}`, { method: 'POST' }))

export interface Status {
  status: string
  lastCompleted: string | null
  targets: {
    reason: string | null
    isRunning: boolean
    waiting: number
    progress: Record<string, number>
  }[]
}

export async function statusOf(app: TestApp, key: string): Promise<Status> {
  return (await (await app.fetch(`/artifactory/api/replication/${key}`)).json()) as Status
}

/** Until it says so; the time is only for a machine that hangs. */
export const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 90_000, interval: 50 })

/** When nothing waits and nothing runs. */
export async function settled(app: TestApp, key: string): Promise<Status> {
  let status: Status | undefined
  await eventually(async () => {
    status = await statusOf(app, key)
    for (const target of status.targets) expect(target).toMatchObject({ isRunning: false, waiting: 0 })
    expect(status.status).not.toBe('never_run')
  })
  return status as Status
}

export async function mustBe(status: number, asked: Promise<Response>): Promise<void> {
  const reply = await asked
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
  await reply.arrayBuffer()
}
