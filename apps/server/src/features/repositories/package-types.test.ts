// Which kinds of repositories there are of each package type, and which layout they get: the table of the reference, written
// down a second time on purpose, against the product over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const kinds = ['local', 'remote', 'virtual', 'federated'] as const

/** Type, whether there are local, remote, virtual and federated ones, and the layout of all of them. */
const table = `
  alpine LRVF simple          huggingfaceml LR-F simple
  ansible LRVF ansible        ivy LRVF ivy
  bower LRVF bower            machinelearning L--F simple
  cargo LR-F simple           maven LRVF maven-2
  chef LRVF simple            nix LRV- nix
  cocoapods LRVF simple       npm LRVF npm
  composer LRVF composer      nuget LRVF nuget
  conan LRVF conan            oci LRVF simple
  conda LRVF simple           opkg LRVF simple
  cran LRVF simple            p2 -RV- simple
  debian LRVF simple          pub LRVF simple
  docker LRVF simple          puppet LRVF puppet
  gems LRVF simple            pypi LRVF simple
  generic LRVF simple         releasebundles L--F maven-2
  gitlfs LRVF simple          rpm LRVF simple
  go LRVF go                  sbt LRVF sbt
  gradle LRVF maven-2         swift LRVF swift
  helm LRVF simple            yum LRVF simple
  helmoci LRVF simple         terraformbackend L--- simple
  hex LRV- simple             vagrant L--F simple
  buildinfo L--F simple       vcs -R-- simple
`

const rows = table
  .trim()
  .split(/\s{2,}/)
  .map((cell) => cell.split(' ') as [type: string, kinds: string, layout: string])

const url = 'https://upstream.example/packages'
const address = (key: string) => `/artifactory/api/repositories/${key}`
const put = (key: string, config: object) => app.fetch(address(key), json('PUT', config))
const read = async (key: string) => (await (await app.fetch(address(key))).json()) as Record<string, unknown>

test.for(rows)('%s repositories exist as %s, with the layout %s', async ([packageType, exist, layout]) => {
  for (const [index, rclass] of kinds.entries()) {
    const key = `typed-${packageType}-${rclass}`
    const reply = await put(key, { rclass, packageType, url })
    if (exist[index] === '-') {
      expect([key, reply.status, await reply.text()]).toEqual([
        key,
        400,
        expect.stringContaining(`There are no ${rclass} repositories of the package type`),
      ])
      continue
    }
    expect([key, reply.status]).toEqual([key, 200])
    expect(await read(key)).toMatchObject({
      rclass,
      packageType: packageType === 'yum' ? 'rpm' : packageType,
      repoLayoutRef: `${layout}-default`,
      includesPattern: '**/*',
      excludesPattern: '',
      description: '',
      notes: '',
    })
  }
})

test('modules and providers of Terraform have layouts of their own where they are stored', async () => {
  for (const terraformType of ['module', 'provider'])
    for (const rclass of kinds) {
      const key = `typed-terraform-${terraformType}-${rclass}`
      expect((await put(key, { rclass, packageType: 'terraform', terraformType, url })).status).toBe(200)
      const isStored = rclass === 'local' || rclass === 'federated'
      const layout = isStored ? `terraform-${terraformType}-default` : 'simple-default'
      expect([key, (await read(key)).repoLayoutRef]).toEqual([key, layout])
    }
})

test('configurations are given by kind, and the newer form is the same', async () => {
  const configurations = async (query: string) =>
    (await (await app.fetch(`${address('configurations')}${query}`)).json()) as Record<string, object[]>
  const all = await configurations('')
  expect(Object.keys(all)).toEqual(['LOCAL', 'REMOTE', 'VIRTUAL', 'FEDERATED'])
  const some = await configurations('?repoType=local,remote&packageType=nix')
  expect(some).toEqual({
    LOCAL: [await read('typed-nix-local')],
    REMOTE: [await read('typed-nix-remote')],
  })
  const newer = '/artifactory/api/v2/repositories/typed-newer'
  expect((await app.fetch(newer, json('PUT', { rclass: 'local', packageType: 'helm' }))).status).toBe(200)
  expect((await app.fetch(newer, json('POST', { notes: 'Changed' }))).status).toBe(200)
  const found = (await (await app.fetch(newer)).json()) as object
  expect(found).toMatchObject({ packageType: 'helm', notes: 'Changed' })
  expect(found).toEqual(await read('typed-newer'))
  expect((await app.fetch(newer, { method: 'DELETE' })).status).toBe(200)
  expect((await app.fetch(newer)).status).toBe(400)
})
