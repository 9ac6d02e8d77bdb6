// The artifact engine as a way around rights: rows F07, F09 and F10 of the threat table, and the headers of E18.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { Send } from '../support/builders/published.ts'
import { makeRepository } from '../support/repositories.ts'
import { leavesNothing } from '../support/stored.ts'

let app: TestApp
/** Reads `open` and deploys to it; nothing of `closed`. */
let spy: Send

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const key of ['open', 'closed']) await makeRepository(app, key, 'local')
  for (const key of ['open-npm', 'closed-npm'])
    await makeRepository(app, key, 'local', { packageType: 'npm' })
  await makeRepository(app, 'all', 'virtual', { repositories: ['closed', 'open'] })
  await makeRepository(app, 'all-npm', 'virtual', {
    packageType: 'npm',
    repositories: ['closed-npm', 'open-npm'],
  })
  await put('open/mix/seen.txt')
  await put('closed/mix/plans.txt')
  await app.publish('npm', 'shared', '1.0.0', { repository: 'open-npm' })
  await app.publish('npm', 'shared', '6.6.6', { repository: 'closed-npm' })
  await app.publish('npm', 'plans', '1.0.0', { repository: 'closed-npm' })
  const grants = ['open', 'open-npm'].flatMap((repository) =>
    ['read', 'deploy'].map((action) => ({ action, repository })),
  )
  spy = app.as(await app.user({ name: 'spy', grants }))
})

afterAll(() => app.close())

const put = async (path: string) =>
  expect((await app.fetch(`/artifactory/${path}`, { method: 'PUT', body: path })).status).toBe(201)

describe('F07: a virtual repository is no hole in its members', () => {
  const asked = [
    '/artifactory/all/mix/',
    '/artifactory/api/storage/all/mix',
    '/artifactory/api/storage/all?list&deep=1',
    '/artifactory/api/search/artifact?name=*&repos=all',
    '/artifactory/api/search/artifact?name=plans*',
    '/artifactory/api/npm/all-npm/shared',
    '/ui/api/v1/packages',
  ]

  test.for(asked)('not at %s', async (path) => {
    const text = await (await spy(path)).text()
    for (const word of ['plans.txt', 'closed', '6.6.6', 'npm://plans', '"plans"'])
      expect(text).not.toContain(word)
    // The same question shows an administrator what is hidden here.
    expect(await (await app.fetch(path)).text()).toMatch(/plans|6\.6\.6/)
  })

  test.for([
    '/artifactory/all/mix/plans.txt',
    '/artifactory/all/mix/plans.txt.sha256',
    '/artifactory/api/storage/all/mix/plans.txt',
    '/artifactory/api/npm/all-npm/plans',
    '/artifactory/api/npm/all-npm/shared/-/shared-6.6.6.tgz',
  ])('%s is not found, as if it were not there', async (path) => {
    expect((await app.fetch(path)).status).toBe(200)
    expect((await spy(path)).status).toBe(404)
  })
})

describe('F09: copying, moving and packing take nobody further', () => {
  const transfer = (kind: string, from: string, to: string) =>
    leavesNothing(app, () => spy(`/artifactory/api/${kind}/${from}?to=/${to}`, { method: 'POST' }))

  test.for([
    ['copy', 'closed/mix/plans.txt', 'open/stolen.txt', 404],
    ['copy', 'closed/mix', 'open/stolen', 404],
    ['move', 'closed/mix/plans.txt', 'open/stolen.txt', 404],
    ['copy', 'all/mix/plans.txt', 'open/stolen.txt', undefined],
    ['copy', 'open/mix/seen.txt', 'closed/planted.txt', undefined],
    ['move', 'open/mix/seen.txt', 'open/elsewhere.txt', 403],
  ] as const)('%s %s to %s', async ([kind, from, to, status]) => {
    const reply = await transfer(kind, from, to)
    if (status === undefined) expect([400, 403, 404]).toContain(reply.status)
    else expect(reply.status).toBe(status)
    expect(await reply.text()).not.toContain('closed/mix')
  })

  test('a packed folder leaves out what its reader may not read', async () => {
    await app.permission({
      name: 'a part',
      repositories: ['closed'],
      include: ['part/seen.txt'],
      users: { spy: ['read'] },
    })
    await put('closed/part/seen.txt')
    await put('closed/part/plans.txt')
    const reply = await spy('/artifactory/api/archive/download/closed/part?archiveType=tar')
    const bytes = await reply.text()
    expect([reply.status, bytes.includes('part/seen.txt'), bytes.includes('plans')]).toEqual([
      200,
      true,
      false,
    ])
  })
})

describe('F10: properties in the address of an upload', () => {
  const properties = async (path: string) => {
    const reply = await app.fetch(`/artifactory/api/storage/${path}?properties`)
    return reply.status === 404 ? {} : ((await reply.json()) as { properties: object }).properties
  }

  test('are not set by who may deploy and not annotate', async () => {
    const reply = await spy('/artifactory/open/a.jar;approved=true', { method: 'PUT', body: 'a' })
    expect([201, 403]).toContain(reply.status)
    expect(await properties('open/a.jar')).toEqual({})
  })

  test('have names and sizes like all others', async () => {
    for (const matrix of ['__proto__=1', 'constructor=1', `long=${'x'.repeat(1 << 20)}`]) {
      const reply = await app.fetch(`/artifactory/open/b.jar;${matrix}`, { method: 'PUT', body: 'b' })
      expect([201, 400, 414, 431]).toContain(reply.status)
      expect(JSON.stringify(await properties('open/b.jar')).length).toBeLessThan(100_000)
    }
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
    expect(Object.getPrototypeOf(await properties('open/b.jar'))).toBe(Object.prototype)
  })
})

test('E18: nothing is framed, sniffed or told where its reader came from', async () => {
  for (const path of [
    '/ui/',
    '/ui/api/v1/repositories',
    '/artifactory/open/mix/seen.txt',
    '/artifactory/open/',
  ]) {
    const { headers } = await app.fetch(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")])
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('referrer-policy')]).toEqual([
      path,
      expect.stringMatching(/same-origin|no-referrer/),
    ])
  }
})
