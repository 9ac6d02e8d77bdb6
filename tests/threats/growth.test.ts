// Row B06 of the threat table: whatever grows in a request, the work for it grows no faster. Measured as processor time of the
// server, for one size and for eight times that: what is quadratic costs 64 times as much.
// One engine is enough: these are parsers, which run before a row is read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import { makeRepository } from '../support/repositories.ts'

const npm = '/artifactory/api/npm/npm-local'
const files = '/artifactory/generic-local'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.publish('npm', 'grown', '1.0.0', { readme: 'x'.repeat(5000) })
  await makeRepository(app, 'starred', 'local', { includesPattern: `${'*a'.repeat(100)}*b` })
})

afterAll(() => app.close())

interface Case {
  what: string
  size: number
  act(size: number): Promise<Response>
}

const header = (name: string, value: (size: number) => string, path = `${npm}/grown`) => ({
  act: (size: number) => app.fetch(path, { headers: { [name]: value(size) } }),
})
const words = (size: number) => `${'a'.repeat(size)} bearer`
const publish = async (version: string, manifest: Record<string, unknown>) => {
  const tarball = await npmTarball('grows', version, { manifest })
  return app.fetch(`${npm}/grows`, json('PUT', npmPublishBody('grows', version, tarball)))
}
const aql = (query: string) => app.fetch('/artifactory/api/search/aql', { method: 'POST', body: query })
const put = (path: string, body: string) => app.fetch(`${files}/${path}`, { method: 'PUT', body })
let made = 0

const cases: Case[] = [
  {
    what: 'a word in the query, as it is logged',
    size: 900,
    act: (size) => app.anonymous(`${files}/absent?q=${'a'.repeat(size)}%20bearer`),
  },
  { what: 'a name of a client, as it is logged', size: 900, ...header('user-agent', words) },
  {
    what: 'blanks in Accept-Encoding',
    size: 1500,
    ...header('accept-encoding', (size) => `gzip${' '.repeat(size)};q=0`),
  },
  {
    what: 'codings in Accept-Encoding',
    size: 300,
    ...header('accept-encoding', (size) => 'x;q=0,'.repeat(size)),
  },
  { what: 'types in Accept', size: 200, ...header('accept', (size) => 'text/x;q=0, '.repeat(size)) },
  { what: 'entity tags', size: 300, ...header('if-none-match', (size) => '"x", '.repeat(size)) },
  {
    what: 'cookies',
    size: 300,
    ...header('cookie', (size) => 'a=b; '.repeat(size), '/ui/api/v1/repositories'),
  },
  { what: 'ranges', size: 300, ...header('range', (size) => `bytes=${'0-,'.repeat(size)}0-`) },
  {
    what: 'comments before a picture',
    size: 35,
    async act(size) {
      const name = `comments-${size}.svg`
      await put(name, `${'<!---->'.repeat(size)}x`)
      return app.fetch(`/ui/api/v1/artifacts/preview?repository=generic-local&path=${name}`)
    },
  },
  {
    what: 'the version of a package',
    size: 125_000,
    act: (size) => publish(`1.0.0-${'a.'.repeat(size / 2)}`, {}),
  },
  {
    what: 'dots in the version of a package',
    size: 125_000,
    act: (size) => publish('1.'.repeat(size / 2), {}),
  },
  {
    what: 'dependencies',
    size: 10_000,
    act: (size) =>
      publish(`1.0.${++made}`, {
        dependencies: Object.fromEntries(Array.from({ length: size }, (_, index) => [`d${index}`, '1'])),
      }),
  },
  {
    what: 'a range of versions',
    size: 20_000,
    act: (size) => publish(`1.0.${++made}`, { dependencies: { x: '>=1 ||'.repeat(size) } }),
  },
  {
    what: 'a person in package.json',
    size: 20_000,
    act: (size) =>
      publish(`1.0.${++made}`, {
        author: `a${' <('.repeat(size)}`,
        license: '('.repeat(size),
        repository: `git+${'/'.repeat(size)}`,
      }),
  },
  {
    what: 'a tag',
    size: 7000,
    act: (size) => app.fetch(`${npm}/-/package/grown/dist-tags/beta`, json('PUT', '1.'.repeat(size))),
  },
  {
    what: 'conditions of a query',
    size: 250,
    act: (size) =>
      aql(
        `items.find({"$or":[${Array.from({ length: size }, (_, index) => `{"name":"n${index}"}`).join(',')}]})`,
      ),
  },
  {
    what: 'brackets of a query',
    size: 250,
    act: (size) => aql(`items.find(${'{"$and":['.repeat(size)}`),
  },
  {
    what: 'blanks in a query',
    size: 10_000,
    act: (size) => aql(`items.find(${' '.repeat(size)})${' '.repeat(size)}x`),
  },
  {
    what: 'stars in a query',
    size: 100,
    act: (size) => aql(`items.find({"name":{"$match":"${'*c'.repeat(size)}*x"}})`),
  },
  {
    what: 'stars in a search',
    size: 100,
    act: (size) => app.fetch(`/artifactory/api/search/artifact?name=${'*c'.repeat(size)}*x`),
  },
  {
    what: 'a path against stars',
    size: 30,
    act: (size) => app.fetch(`/artifactory/starred/${'a'.repeat(size)}`),
  },
  {
    what: 'values of a property',
    size: 150,
    act: (size) =>
      app.fetch(
        `/artifactory/api/storage/generic-local/comments-35.svg?properties=a=${'b\\,,'.repeat(size)}`,
        { method: 'PUT' },
      ),
  },
  {
    what: 'properties of an upload',
    size: 150,
    act: (size) => put(`grown.txt${';a=b\\'.repeat(size)}`, 'x'),
  },
  {
    what: 'the scope of a token',
    size: 5000,
    act: (size) => app.fetch('/access/api/v1/tokens', json('POST', { scope: 'a" '.repeat(size) })),
  },
]

test.each(cases)('B06: $what', async ({ size, act }) => {
  const [small, large] = [await leastCost(size), await leastCost(8 * size)]
  // A millisecond is what a request costs by itself.
  expect(large / Math.max(small, 1000)).toBeLessThan(24)

  async function leastCost(grown: number): Promise<number> {
    const costs: number[] = []
    for (let round = 0; round < 3; round++) {
      const before = process.cpuUsage()
      const reply = await act(grown)
      await reply.text()
      const { user, system } = process.cpuUsage(before)
      costs.push(user + system)
      expect(reply.status).toBeLessThan(500)
    }
    return Math.min(...costs)
  }
})
