import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreatedToken, tokens } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  const make = async (name: string, body: object) => {
    const reply = await app.fetch('/access/api/v1/tokens', json('POST', { description: name, ...body }))
    ids[name] = CreatedToken.parse(await reply.json()).token_id
  }
  await make('endless', { expires_in: 0 })
  await make('admin scope', { scope: 'applied-permissions/admin' })
  await make('of ann', { username: 'ann' })
  await make('50% off_er', { scope: 'artifact:generic-local:r' })
  await make('long unused', {})
  await writeSql(
    app,
    `update tokens set last_used_at = '2020-01-01T00:00:00.000Z' where id = '${ids['long unused']}'`,
  )
})

afterAll(() => app.close())

const address = '/ui/api/v1/tokens'

async function page(query = '') {
  const reply = await app.fetch(`${address}?${query}`)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return tokens.page.shape.response.parse(await reply.json())
}

const names = async (query: string) => (await page(query)).items.map((token) => token.description)

describe('the list of all tokens', () => {
  test('is newest first, page by page, without gaps or repeats', async () => {
    const all = await names('limit=100')
    expect(all).toEqual(['long unused', '50% off_er', 'of ann', 'admin scope', 'endless'])
    const seen: string[] = []
    let after = ''
    for (let turn = 0; turn < 5; turn++) {
      const one = await page(`limit=2${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`)
      seen.push(...one.items.map((token) => token.description))
      expect(one.total).toBe(5)
      if (!one.hasNextPage) break
      after = one.endCursor ?? ''
    }
    expect(seen).toEqual(all)
  })

  test.each([
    ['filter=never-used', ['50% off_er', 'of ann', 'admin scope', 'endless']],
    ['filter=unused', ['long unused']],
    ['filter=no-expiry', ['endless']],
    ['filter=admin', ['admin scope']],
    ['search=ANN', ['of ann']],
    ['search=50%25', ['50% off_er']],
    ['search=_', ['50% off_er']],
    ['search=admin&filter=no-expiry', ['endless']],
    ['search=nothing', []],
  ])('%s shows %j', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
    expect((await page(query)).total).toBe(expected.length)
  })

  test('says how many each filter would show', async () => {
    const counts = async (query = '') => {
      const reply = await app.fetch(`${address}/counts${query}`)
      return tokens.counts.shape.response.parse(await reply.json())
    }
    expect(await counts()).toEqual({ all: 5, 'never-used': 4, unused: 1, 'no-expiry': 1, admin: 1 })
    expect(await counts('?search=nothing')).toEqual({
      all: 0,
      'never-used': 0,
      unused: 0,
      'no-expiry': 0,
      admin: 0,
    })
  })

  test('is for administrators', async () => {
    for (const path of [address, `${address}/counts`]) {
      expect((await app.as(ann)(path)).status).toBe(403)
      expect((await app.anonymous(path)).status).toBe(401)
    }
    const revoke = json('POST', { ids: [ids['endless']] })
    expect((await app.as(ann)(`${address}/revoke`, revoke)).status).toBe(403)
  })

  test('refuses cursors that it did not give', async () => {
    expect((await app.fetch(`${address}?after=x`)).status).toBe(400)
    expect((await app.fetch(`${address}?after=a%20b%20c`)).status).toBe(400)
  })
})

test('a scope is told in words, and refused when it is none', async () => {
  const ask = (scope: string) => app.as(ann)(`${address}/scope`, json('POST', { scope }))
  expect(await (await ask('artifact:web-*:r,w')).json()).toEqual({ words: 'read + deploy in web-*' })
  expect(await (await ask('applied-permissions/user')).json()).toEqual({ words: 'everything ann may do' })
  expect((await ask('nonsense')).status).toBe(400)
})
