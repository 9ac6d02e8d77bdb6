import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { startGate, type Gate } from '../../../../../tests/support/gate.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import {
  annotate,
  eventually,
  mustBe,
  propertiesOf,
  put,
  remove,
  startMirroring,
  textAt,
} from '../../../../../tests/support/mirrors.ts'

let apps: TestApp[]
let gates: Gate[]
let tokens: string[]

beforeAll(async () => {
  apps = [await startMirroring(), await startMirroring(), await startMirroring()]
  gates = await Promise.all(apps.map((app) => startGate(() => app.url)))
  tokens = await Promise.all(apps.map((app) => app.token()))
})

afterAll(async () => {
  for (const app of apps) await app.close()
  for (const gate of gates) await gate.close()
})

const federation = '/artifactory/api/federation'

/** The others, as one of the three knows them. */
const membersOf = (key: string, index: number) =>
  gates.flatMap(({ url }, other) =>
    other === index
      ? []
      : [{ url: `${url}/artifactory/${key}`, enabled: true, accessToken: tokens[other] ?? '' }],
  )

async function federate(key: string): Promise<void> {
  for (const app of apps) await makeRepository(app, key, 'federated')
  for (const [index, app] of apps.entries())
    await changeRepository(app, key, { members: membersOf(key, index) })
  await calm(key)
}

/** When no member waits for anything, anywhere. */
async function calm(key: string): Promise<void> {
  await eventually(async () => {
    for (const app of apps) {
      const reply = await app.fetch(`${federation}/status/repo/${key}`)
      const status = (await reply.json()) as { mirrorEventsStatusInfo: object[] }
      expect(status).toMatchObject({ binariesTasksInfo: { inProgressTasks: 0 } })
      for (const one of status.mirrorEventsStatusInfo)
        expect(one).toMatchObject({ status: 'OK', waitingEvents: 0 })
    }
  })
}

const everywhere = async (path: string, text: string | null) =>
  eventually(async () => {
    for (const app of apps) expect(await textAt(app, path)).toBe(text)
  })

const publishedOf = async (app: TestApp, path: string) => {
  const rows = await app.db.selectFrom('events').select('payload').where('kind', '=', 'published').execute()
  return rows.filter(({ payload }) => payload.includes(`"${path}"`)).length
}

test('B20: what one member does, all others have, told once and in every direction', async () => {
  const [first, second, third] = apps as [TestApp, TestApp, TestApp]
  await put(first, 'generic-local/known.txt', 'known')
  await federate('shared')
  await put(first, 'shared/a.txt', 'from first')
  await put(second, 'shared/deep/b.txt', 'from second')
  await put(third, 'shared/c.txt', 'from third')
  await everywhere('shared/a.txt', 'from first')
  await everywhere('shared/deep/b.txt', 'from second')
  await everywhere('shared/c.txt', 'from third')
  await annotate(second, 'shared/a.txt', 'stage=test')
  await remove(third, 'shared/deep/b.txt')
  await everywhere('shared/deep/b.txt', null)
  await calm('shared')
  for (const app of apps) {
    expect(await propertiesOf(app, 'shared/a.txt')).toEqual({ stage: ['test'] })
    expect(await publishedOf(app, 'a.txt')).toBe(1)
    expect(await (await app.fetch(`${federation}/status/mirrorsLag`)).json()).toEqual([])
  }
  const config = await (await first.fetch('/artifactory/api/repositories/shared')).text()
  expect(config).not.toContain(tokens[1])
  expect(config).not.toContain('accessToken')
})

test('of changes in two places while the line is cut, the later one stays everywhere', async () => {
  const [first, second] = apps as [TestApp, TestApp]
  await federate('contested')
  await put(first, 'contested/both.txt', 'old')
  await put(first, 'contested/kept.txt', 'old')
  await put(first, 'contested/gone.txt', 'old')
  for (const name of ['both', 'kept', 'gone']) await everywhere(`contested/${name}.txt`, 'old')
  await calm('contested')
  for (const gate of gates) gate.set('shut')
  await put(first, 'contested/both.txt', 'earlier')
  await remove(first, 'contested/kept.txt')
  await put(second, 'contested/gone.txt', 'earlier')
  // Time passes between the two, on the clock that decides.
  const now = Date.now()
  await expect.poll(() => Date.now()).toBeGreaterThan(now)
  await put(second, 'contested/both.txt', 'later')
  await put(second, 'contested/kept.txt', 'later')
  await remove(first, 'contested/gone.txt')
  for (const gate of gates) gate.set('open')
  for (const app of apps) await mustBe(200, app.fetch(`${federation}/fullSync/contested`, { method: 'POST' }))
  await everywhere('contested/both.txt', 'later')
  await everywhere('contested/kept.txt', 'later')
  await everywhere('contested/gone.txt', null)
  await calm('contested')
})

/** A change as another member tells it. */
const told = (method: 'PUT' | 'DELETE', at: Date, body?: string) => ({
  method,
  headers: { 'x-bindery-origin': 'another/told', 'x-bindery-changed': at.toISOString() },
  ...(body !== undefined && { body }),
})

test('a file and the earlier removal of the one before it may arrive at once: the file stays', async () => {
  const [first] = apps as [TestApp]
  await makeRepository(first, 'told', 'federated')
  const [before, removed, after] = [3000, 2000, 1000].map((ago) => new Date(Date.now() - ago))
  const paths = Array.from({ length: 60 }, (_, index) => `/artifactory/told/${index}.txt`)
  const all = (change: (path: string) => Promise<Response>) => Promise.all(paths.map(change))
  await all((path) => first.fetch(path, told('PUT', before as Date, 'old')))
  await Promise.all([
    all((path) => first.fetch(path, told('PUT', after as Date, 'new'))),
    all((path) => first.fetch(path, told('DELETE', removed as Date))),
  ])
  const texts = await all((path) => first.fetch(path)).then((replies) =>
    Promise.all(replies.map((reply) => reply.text())),
  )
  expect(texts).toEqual(paths.map(() => 'new'))
})

test('what was removed elsewhere before it came here does not come any more', async () => {
  const [first] = apps as [TestApp]
  await makeRepository(first, 'ended', 'federated')
  const [before, removed] = [3000, 2000].map((ago) => new Date(Date.now() - ago)) as [Date, Date]
  await mustBe(404, first.fetch('/artifactory/ended/a.txt', told('DELETE', removed)))
  await mustBe(200, first.fetch('/artifactory/ended/a.txt', told('PUT', before, 'old')))
  expect(await textAt(first, 'ended/a.txt')).toBeNull()
})

test('a comparison that goes on where it was leaves what was noted meanwhile to be looked at', async () => {
  const [first, second] = apps as [TestApp, TestApp]
  await federate('resumed')
  for (const gate of gates) gate.set('shut')
  await put(first, 'resumed/a/new.txt', 'new')
  await eventually(async () => {
    const noted = await first.db.selectFrom('mirror_changes').select('path').execute()
    expect(noted.filter(({ path }) => path === 'a/new.txt')).toHaveLength(2)
  })
  // As a run leaves it that was ended behind folder m.
  await writeSql(
    first,
    `insert into mirror_changes (mirror_id, path, noted, origins, after)
      select mirror_id, '', '0', '[]', 'm' from mirror_changes where path = 'a/new.txt'`,
  )
  for (const gate of gates) gate.set('open')
  await eventually(async () => expect(await textAt(second, 'resumed/a/new.txt')).toBe('new'))
})

test('a local repository is migrated with its files, and a member gets its configuration', async () => {
  const [first, second] = apps as [TestApp, TestApp]
  await makeRepository(first, 'migrated', 'local', { description: 'of the team' })
  await put(first, 'migrated/before.txt', 'before')
  await mustBe(200, first.fetch(`${federation}/migrate/migrated`, { method: 'POST' }))
  const [member] = membersOf('migrated', 0)
  await changeRepository(first, 'migrated', { members: [{ ...member, accessToken: 'wrong' }] })
  const refused = await first.fetch(`${federation}/configSync/migrated`, { method: 'POST' })
  expect([refused.status, await refused.text()]).toEqual([
    502,
    expect.stringContaining('does not take these credentials'),
  ])
  await changeRepository(first, 'migrated', { members: [member] })
  await mustBe(200, first.fetch(`${federation}/configSync/migrated`, { method: 'POST' }))
  const made = await second.fetch('/artifactory/api/repositories/migrated')
  expect(await made.json()).toMatchObject({ rclass: 'federated', description: 'of the team', members: [] })
  await mustBe(200, first.fetch(`${federation}/fullSync/migrated?mirror=${member?.url}`, { method: 'POST' }))
  await eventually(async () => expect(await textAt(second, 'migrated/before.txt')).toBe('before'))
})
