import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { mailSettings, startMailServer, type MailServer } from '../../../../../tests/support/mail-server.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let post: MailServer
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  post = await startMailServer()
  const saved = await app.fetch(
    '/ui/api/v1/mail',
    json('PUT', mailSettings(post.port, { baseUrl: 'https://bindery.example.com' })),
  )
  expect(saved.status, await saved.clone().text()).toBe(200)
  ann = await app.user({ name: 'ann' })
  await writeSql(app, `update users set email = 'ann@example.com' where name = 'ann'`)
})

afterAll(async () => {
  await app.close()
  await post.close()
})

const make = async (description: string, body: object) => {
  const reply = await app.as(ann)('/access/api/v1/tokens', json('POST', { description, ...body }))
  return ((await reply.json()) as { token_id: string }).token_id
}

/** The clock of the job is an hour; it is told that the hour is over. */
const hurry = () =>
  writeSql(
    app,
    `update jobs set run_after = '2001-01-01T00:00:00.000Z' where id = 'schedule:token-warnings' and state = 'waiting'`,
  )

test('owners of tokens that end soon get one letter', async () => {
  const month = 30 * 86_400
  const [soon, alsoSoon] = [
    await make('laptop', { expires_in: month }),
    await make('ci', { expires_in: month }),
  ]
  await make('later', { expires_in: month })
  await make('of a build', { expires_in: 600 })
  await make('renews itself', { expires_in: month, refreshable: true })
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString()
  await writeSql(app, `update tokens set expires_at = '${inTwoDays}' where id in ('${soon}', '${alsoSoon}')`)
  await writeSql(app, `update tokens set expires_at = '${inTwoDays}' where description = 'renews itself'`)
  await hurry()
  const letter = await post.letterTo('ann@example.com')
  expect(letter.text).toContain('laptop')
  expect(letter.text).toContain('ci, on')
  expect(letter.text).toContain('https://bindery.example.com/ui/user_profile')
  for (const other of ['later', 'of a build', 'renews itself']) expect(letter.text).not.toContain(other)
  const warned = await app.db.selectFrom('tokens').select('id').where('warned_at', 'is not', null).execute()
  expect(warned.map(({ id }) => id).sort()).toEqual([soon, alsoSoon].sort())
  // A second look, proven by the letter about another token, says nothing about the first two again.
  const third = await make('third', { expires_in: month })
  await writeSql(app, `update tokens set expires_at = '${inTwoDays}' where id = '${third}'`)
  await hurry()
  const next = await post.letterTo('ann@example.com')
  expect(next.text).toContain('third')
  expect(next.text).not.toContain('laptop')
})
