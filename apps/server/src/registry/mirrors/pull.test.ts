import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import {
  addressOf,
  annotate,
  execute,
  propertiesOf,
  put,
  remove,
  replicate,
  settled,
  startMirroring,
  statusOf,
  textAt,
} from '../../../../../tests/support/mirrors.ts'

let here: TestApp
let upstream: TestApp

beforeAll(async () => {
  here = await startMirroring()
  upstream = await startMirroring()
})

afterAll(async () => {
  await here.close()
  await upstream.close()
})

test('a remote repository is filled with what its upstream lists, and follows it', async () => {
  await makeRepository(upstream, 'source', 'local')
  await put(upstream, 'source/a/one.txt', 'one')
  await put(upstream, 'source/two.txt', 'two')
  await put(upstream, 'source/private/three.txt', 'three')
  await annotate(upstream, 'source/two.txt', 'stage=release')
  const { password } = upstream.admin
  await makeRepository(here, 'copy', 'remote', {
    url: addressOf(upstream, 'source'),
    username: 'admin',
    password,
  })
  await replicate(here, 'copy', {
    cronExp: '0 0 3 * * ?',
    syncDeletes: true,
    syncProperties: true,
    excludePathPrefixPattern: 'private/',
  })
  await execute(here, 'copy')
  expect(await settled(here, 'copy')).toMatchObject({ status: 'ok', targets: [{ progress: { sent: 2 } }] })
  await put(upstream, 'source/two.txt', 'changed')
  await remove(upstream, 'source/a/one.txt')
  await execute(here, 'copy')
  const { targets } = await settled(here, 'copy')
  expect(targets[0]?.progress).toMatchObject({ looked: 1, sent: 1, removed: 1 })
  await changeRepository(here, 'copy', { offline: true })
  expect(await textAt(here, 'copy/two.txt')).toBe('changed')
  expect(await propertiesOf(here, 'copy-cache/two.txt')).toEqual({ stage: ['release'] })
  expect(await textAt(here, 'copy/a/one.txt')).toBeNull()
  expect(await textAt(here, 'copy-cache/private/three.txt')).toBeNull()
})

test('an upstream that cannot be listed, or refuses, is named as the reason', async () => {
  await makeRepository(here, 'elsewhere', 'remote', { url: `${upstream.url}/artifactory/nowhere` })
  await replicate(here, 'elsewhere', { cronExp: '0 0 3 * * ?' })
  await execute(here, 'elsewhere')
  const failed = async () => {
    const { status, targets } = await statusOf(here, 'elsewhere')
    return `${status} ${targets[0]?.reason}`
  }
  await expect.poll(failed).toMatch(/^error .*to its list/)
  await changeRepository(here, 'elsewhere', { url: `${upstream.url}/files`, password: null })
  await execute(here, 'elsewhere')
  await expect.poll(failed).toMatch(/^error .*cannot be listed/)
})

test('a replication that was saved by a version without mirrors has its clock after the start', async () => {
  await makeRepository(here, 'saved-before', 'remote', { url: addressOf(upstream, 'anything') })
  await replicate(here, 'saved-before', { cronExp: '0 0 3 * * ?' })
  const planned = () =>
    here.db
      .selectFrom('mirrors')
      .innerJoin('repositories', 'repositories.id', 'mirrors.repository_id')
      .where('repositories.key', '=', 'saved-before')
      .select(['mirrors.id', 'mirrors.next_run_at'])
      .executeTakeFirst()
  const id = (await planned())?.id ?? ''
  await writeSql(here, `delete from jobs where id = 'mirror:${id}'`)
  await writeSql(here, `delete from mirrors where id = '${id}'`)
  await here.restart()
  const again = await planned()
  expect(again?.next_run_at).toEqual(expect.any(String))
  const job = here.db.selectFrom('jobs').selectAll().where('id', '=', `mirror:${again?.id}`)
  expect(await job.execute()).toMatchObject([{ state: 'waiting', run_after: again?.next_run_at }])
})
