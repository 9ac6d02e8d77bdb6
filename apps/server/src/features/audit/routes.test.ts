import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditEntry, pageOf } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { signIn } from '../../../../../tests/support/browser.ts'
import { secure } from '../../../../../tests/support/security.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.user({ name: 'ann' })
  await signIn(app, { name: 'ann', password: 'wrong' })
  await signIn(app, { name: 'ann', password: 'Password-1-of-ann' })
  for (const name of ['bea', 'cleo', 'dora']) await app.user({ name })
})

afterAll(() => app.close())

const list = async (query = '') =>
  pageOf(AuditEntry).parse(await (await app.fetch(`/ui/api/v1/audit${query}`)).json())

test('what was done is listed, newest first, with who, from where and with what result', async () => {
  const { items } = await list()
  expect(items.map((item) => item.id)).toEqual(items.map((item) => item.id).toSorted((a, b) => b - a))
  expect(items.find((item) => item.kind === 'sign-in.failed')).toMatchObject({
    outcome: 'failure',
    actor: 'ann',
    target: 'ann',
    address: '127.0.0.1',
  })
  expect(items.find((item) => item.kind === 'sign-in.succeeded')).toMatchObject({
    actor: 'ann',
    detail: { method: 'password' },
  })
  expect(items.find((item) => item.kind === 'user.created' && item.target === 'dora')).toMatchObject({
    actor: 'admin',
  })
})

test('it is filtered by kind, thing, actor, target, outcome and time', async () => {
  const kinds = async (query: string) => new Set((await list(query)).items.map((item) => item.kind))
  expect(await kinds('?kind=sign-in.failed')).toEqual(new Set(['sign-in.failed']))
  expect(await kinds('?kind=sign-in.*')).toEqual(new Set(['sign-in.failed', 'sign-in.succeeded']))
  expect(await kinds('?actor=ann')).toEqual(new Set(['sign-in.failed', 'sign-in.succeeded']))
  expect((await list('?target=bea')).items).toMatchObject([{ kind: 'user.created', target: 'bea' }])
  expect(await kinds('?outcome=failure')).toEqual(new Set(['sign-in.failed']))
  expect((await list('?to=2001-01-01T00:00:00Z')).items).toEqual([])
  expect((await list('?from=2001-01-01T00:00:00%2B02:00')).items.length).toBeGreaterThan(4)
  expect((await app.fetch('/ui/api/v1/audit?from=yesterday')).status).toBe(400)
  expect(await (await app.fetch('/ui/api/v1/audit/kinds')).json()).toContain('user.created')
})

test('pages follow one another without a gap, also while entries are added', async () => {
  const all = (await list('?kind=user.created')).items.map((item) => item.id)
  const seen: number[] = []
  let after: string | null = ''
  while (after !== null) {
    const page = await list(`?kind=user.created&limit=2${after === '' ? '' : `&after=${after}`}`)
    seen.push(...page.items.map((item) => item.id))
    after = page.endCursor
    if (seen.length === 2) await app.user({ name: 'new-meanwhile' })
  }
  expect(seen).toEqual(all)
  expect((await app.fetch('/ui/api/v1/audit?after=x')).status).toBe(400)
})

test('it comes as CSV, in which no name becomes a formula', async () => {
  const formula = `=HYPERLINK("http://x")`
  await writeSql(app, `update audit set actor = '${formula}' where target = 'bea'`)
  const reply = await app.fetch('/ui/api/v1/audit/csv?target=bea')
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
  const [head, line] = (await reply.text()).split('\r\n')
  expect(head).toBe('id,at,kind,outcome,actor,address,target,detail')
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`)
})

test('a long log is sent to its end', async () => {
  const values = Array.from(
    { length: 2500 },
    (_, number) =>
      `('2020-01-01T00:00:00.000Z', 'test.filled', 'success', 'system', null, 'n${number}', '{}')`,
  )
  await writeSql(
    app,
    `insert into audit (at, kind, outcome, actor, address, target, detail) values ${values.join(',')}`,
  )
  const text = await (await app.fetch('/ui/api/v1/audit/csv?kind=test.filled')).text()
  expect(text.trimEnd().split('\r\n')).toHaveLength(2501)
})

test('entries older than the setting says are removed', async () => {
  await secure(app, { auditRetentionDays: 30 })
  await writeSql(app, `update jobs set run_after = '2001-01-01T00:00:00.000Z' where kind = 'prune-audit'`)
  await app.restart()
  await expect.poll(async () => (await list('?kind=test.filled')).items.length).toBe(0)
  expect((await list('?target=dora')).items).toHaveLength(1)
})

test('each entry is a line in the log too', async () => {
  await app.user({ name: 'logged' })
  await expect
    .poll(() => readFileSync(join(app.home, 'log', 'access.log'), 'utf8'))
    .toMatch(/Audit: user\.created.*logged/)
})

test('auditors read it, others do not', async () => {
  const auditor = app.as(await app.user({ name: 'auditor', privileges: ['auditor'] }))
  expect((await auditor('/ui/api/v1/audit')).status).toBe(200)
  const ann = app.as({ name: 'ann', password: 'Password-1-of-ann' })
  for (const path of ['', '/kinds', '/csv']) expect((await ann(`/ui/api/v1/audit${path}`)).status).toBe(403)
})
