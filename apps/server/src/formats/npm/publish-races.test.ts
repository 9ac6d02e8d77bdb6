// Many clients at once: no publish that was acknowledged is lost, and nobody reads what is out of date.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { npmPublishBody, npmTarball } from '../../../../../tests/support/builders/npm.ts'
import { engine } from '../../../../../tests/support/database.ts'

const base = '/artifactory/api/npm/npm-local/'
const Packument = z.object({
  'dist-tags': z.record(z.string(), z.string()),
  versions: z.record(z.string(), z.object({ dist: z.object({ tarball: z.string(), shasum: z.string() }) })),
})

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const publish = async (name: string, version: string, content = '') => {
  const tarball = await npmTarball(name, version, { files: { 'content.txt': content } })
  const body = JSON.stringify(npmPublishBody(name, version, tarball))
  const reply = await app.fetch(base + name, { method: 'PUT', body })
  await reply.arrayBuffer()
  return { status: reply.status, tarball }
}

const packument = async (name: string, headers: Record<string, string> = {}) =>
  Packument.parse(await (await app.fetch(base + name, { headers })).json())

test('J05: of fifty publishers of one version exactly one succeeds, and its bytes are served', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => publish('contested', '1.0.0', `by publisher ${index}`)),
  )
  expect(countOf(outcomes.map(({ status }) => status))).toEqual({ 201: 1, 409: 49 })
  const winner = outcomes.find(({ status }) => status === 201)
  const { versions } = await packument('contested')
  const served = await app.fetch(new URL(versions['1.0.0']?.dist.tarball ?? '').pathname)
  expect(Buffer.from(await served.arrayBuffer()).equals(winner?.tarball ?? Buffer.of())).toBe(true)
})

test('J06: of a hundred versions published at once all are listed', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `1.${index}.0`)
  const outcomes = await Promise.all(names.map((version) => publish('crowded', version)))
  expect(countOf(outcomes.map(({ status }) => status))).toEqual({ 201: 100 })
  const { versions, 'dist-tags': tags } = await packument('crowded')
  expect(Object.keys(versions)).toEqual(names)
  expect(names).toContain(tags['latest'])
  const row = await app.db.selectFrom('packages').selectAll().where('name', '=', 'crowded').executeTakeFirst()
  expect(row).toMatchObject({ version_count: 100, latest: tags['latest'] })
  const shown = await app.db
    .selectFrom('properties')
    .innerJoin('nodes', 'nodes.id', 'properties.node_id')
    .select('nodes.name')
    .where('properties.key', '=', 'npm.disttag')
    .where('nodes.path', 'like', 'crowded/%')
    .execute()
  expect(shown).toEqual([{ name: `crowded-${tags['latest']}.tgz` }])
})

test('publishing and unpublishing at once keeps the count and the tags true', async () => {
  for (let index = 0; index < 10; index++) await publish('churning', `1.${index}.0`)
  const publishing = Array.from({ length: 10 }, (_, index) => publish('churning', `2.${index}.0`))
  const removing = Array.from({ length: 10 }, (_, index) =>
    app.fetch(`${base}churning/-/churning-1.${index}.0.tgz/-rev/1-x`, { method: 'DELETE' }),
  )
  const published = await Promise.all(publishing)
  const removed = await Promise.all(removing)
  expect(countOf([...published, ...removed].map(({ status }) => status))).toEqual({ 200: 10, 201: 10 })
  const { versions, 'dist-tags': tags } = await packument('churning')
  const left = Array.from({ length: 10 }, (_, index) => `2.${index}.0`)
  expect(Object.keys(versions)).toEqual(left)
  expect(left).toContain(tags['latest'])
  const row = await app.db
    .selectFrom('packages')
    .selectAll()
    .where('name', '=', 'churning')
    .executeTakeFirst()
  expect(row).toMatchObject({ version_count: 10, latest: tags['latest'] })
})

test('tags that are moved at once end on one version each', async () => {
  for (const version of ['1.0.0', '2.0.0', '3.0.0']) await publish('tagged', version)
  const moves = Array.from({ length: 30 }, (_, index) => ({
    tag: `t${index % 3}`,
    version: `${1 + (index % 3)}.0.0`,
  }))
  const replies = await Promise.all(
    moves.map(({ tag, version }) =>
      app.fetch(`${base}-/package/tagged/dist-tags/${tag}`, { method: 'PUT', body: JSON.stringify(version) }),
    ),
  )
  expect(countOf(replies.map(({ status }) => status))).toEqual({ 200: 30 })
  expect((await packument('tagged'))['dist-tags']).toEqual({
    latest: '3.0.0',
    t0: '1.0.0',
    t1: '2.0.0',
    t2: '3.0.0',
  })
})

describe('whoever asks after a publish was acknowledged', () => {
  test.each([
    ['in full', {}],
    ['abbreviated', { accept: 'application/vnd.npm.install-v1+json' }],
    ['uncompressed', { 'accept-encoding': 'identity' }],
  ])('sees it, also while others keep reading: %s', async (title, headers: Record<string, string>) => {
    const name = `read-${title.split(' ')[0]}-${title.length}`
    await publish(name, '1.0.0')
    let isPublishing = true
    const readers = Array.from({ length: 4 }, async () => {
      while (isPublishing) await packument(name, headers)
    })
    for (let patch = 1; patch <= 15; patch++) {
      await publish(name, `1.0.${patch}`)
      expect(Object.keys((await packument(name, headers)).versions)).toContain(`1.0.${patch}`)
    }
    isPublishing = false
    await Promise.all(readers)
  })
})

test.runIf(engine === 'postgres')('another process on the same database is never behind', async () => {
  const other = await startTestApp({ beside: app })
  const seenBy = async (one: TestApp) => {
    const reply = await one.fetch(`${base}shared`)
    const body: unknown = await reply.json()
    return reply.ok ? Object.keys(Packument.parse(body).versions) : []
  }
  try {
    for (let round = 0; round < 3; round++) {
      for (const version of ['1.0.0', `1.${round + 1}.0`]) {
        await app.publish('npm', 'shared', version, { readme: `Round ${round}` })
        expect(await seenBy(other)).toEqual(await seenBy(app))
        expect(await seenBy(other)).toContain(version)
      }
      // The name is used again: what the other one keeps of the first package must not come back.
      await other.fetch(`${base}shared/-rev/1-x`, { method: 'DELETE' })
      expect([await seenBy(app), await seenBy(other)]).toEqual([[], []])
    }
  } finally {
    await other.close()
  }
})

const countOf = (statuses: number[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, some]) => [status, some.length]),
  )
