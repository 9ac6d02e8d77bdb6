import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const base = '/artifactory/api/repositories'
const batch = '/artifactory/api/v2/repositories/batch'

async function refusal(sent: Promise<Response>): Promise<[number, string]> {
  const reply = await sent
  return [reply.status, await reply.text()]
}

test('the trash can is neither changed nor deleted', async () => {
  const said = [409, expect.stringContaining('The trash can is part of the installation.')]
  const change = { description: 'mine', includesPattern: 'x/**' }
  expect(await refusal(app.fetch(`${base}/auto-trashcan`, json('POST', change)))).toEqual(said)
  const many = [
    { key: 'generic-local', description: 'changed' },
    { key: 'auto-trashcan', ...change },
  ]
  expect(await refusal(app.fetch(batch, json('POST', many)))).toEqual(said)
  expect(await refusal(app.fetch('/ui/api/v1/repositories/auto-trashcan', json('PUT', change)))).toEqual(said)
  expect(await refusal(app.fetch(`${base}/auto-trashcan`, { method: 'DELETE' }))).toEqual(said)
  expect(await (await app.fetch(`${base}/generic-local`)).json()).toMatchObject({
    description: 'Files of any kind',
  })
})

test('the keys that builds and release bundles go to are kept for them', async () => {
  for (const [key, type] of [
    ['artifactory-build-info', 'buildinfo'],
    ['shop-build-info', 'buildinfo'],
    ['release-bundles-v2', 'releasebundles'],
    ['shop-release-bundles-v2', 'releasebundles'],
  ] as const) {
    const make = (packageType: string) =>
      app.fetch(`${base}/${key}`, json('PUT', { rclass: 'local', packageType }))
    expect(await refusal(make('generic'))).toEqual([
      400,
      expect.stringContaining(`belong to repositories of the package type ${type}`),
    ])
    expect((await make(type)).status).toBe(200)
  }
})

test('they are written through their own calls only', async () => {
  const build = { name: 'web', number: '1', started: '2026-01-02T03:04:05.678Z', modules: [] }
  expect((await app.fetch('/artifactory/api/build', json('PUT', build))).status).toBe(204)
  const file = `/artifactory/artifactory-build-info/web/1-${Date.parse(build.started)}.json`
  expect((await app.fetch(file)).status).toBe(200)
  for (const key of ['artifactory-build-info', 'release-bundles-v2']) {
    const said = [409, expect.stringContaining(`${key} takes no files directly`)]
    const put = (path: string, init: RequestInit = {}) =>
      refusal(app.fetch(`/artifactory/${key}/${path}`, { method: 'PUT', ...init }))
    expect(await put('web/2-1.json', { body: '{}' })).toEqual(said)
    expect(await put('folder/')).toEqual(said)
    await app.fetch('/artifactory/generic-local/a.json', { method: 'PUT', body: '{}' })
    const copy = `/artifactory/api/copy/generic-local/a.json?to=/${key}/a.json`
    expect(await refusal(app.fetch(copy, { method: 'POST' }))).toEqual(said)
  }
  const move = '/artifactory/api/move/artifactory-build-info/web?to=/generic-local/web'
  expect((await app.fetch(move, { method: 'POST' })).status).toBe(409)
  expect((await app.fetch(file)).status).toBe(200)
})
