import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CreatedToken } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

test('tokens that have ended go after a month, and those that were made for an hour at once', async () => {
  const make = async (expires_in: number, more: object = {}) => {
    const reply = await app.fetch('/access/api/v1/tokens', json('POST', { expires_in, ...more }))
    return CreatedToken.parse(await reply.json()).token_id
  }
  const endDaysAgo = async (days: number, id: string) => {
    const at = new Date(Date.now() - days * 86_400_000).toISOString()
    await writeSql(app, `update tokens set expires_at = '${at}' where id = '${id}'`)
  }
  const [running, ended, old, brief, renewable] = [
    await make(600),
    await make(86_400),
    await make(86_400),
    await make(3600),
    await make(3600, { refreshable: true }),
  ]
  await endDaysAgo(31, old)
  for (const id of [ended, brief, renewable]) await endDaysAgo(1, id)
  await writeSql(
    app,
    `update jobs set run_after = '2001-01-01T00:00:00.000Z' where id = 'schedule:token-upkeep' and state = 'waiting'`,
  )
  const left = async () =>
    (await app.db.selectFrom('tokens').select('id').execute()).map(({ id }) => id).sort()
  await vi.waitFor(async () => expect(await left()).toEqual([running, ended, renewable].sort()), {
    timeout: 20_000,
  })
})
