// Reads through a remote repository's cache, and through a virtual repository of three members, beside the same reads of a local
// repository: what it costs that a file came from elsewhere, or may lie in several places.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureLoad, warmUp } from '../load.ts'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { buildPackage, publishDocument, type PackageContent } from '../package-content.ts'
import { alternate, type Side } from '../rounds.ts'
import { fullHeaders, tarballUrl } from '../seed.ts'
import { rateRow, type Row } from '../table.ts'
import type { Times } from './read.ts'

const headers = {
  authorization: `Basic ${Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')}`,
  'content-type': 'application/json',
}

export async function measureRemotes(times: Times): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-remotes-'))
  const origin = await startBindery(join(folder, 'origin'))
  try {
    const server = await startBindery(join(folder, 'server'), {
      env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' },
    })
    try {
      const content = await buildPackage('bench-remote', '1.0.0', 10_000)
      await send('PUT', origin.registry + content.name, publishDocument(content, origin.registry))
      const base = new URL('/artifactory/', server.registry).href
      await prepare(base, origin.registry, content)
      return await measureSides(base, content, times)
    } finally {
      await server.stop()
    }
  } finally {
    await origin.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same package in a local repository and behind a remote one; the virtual one finds it in its last member. */
async function prepare(base: string, upstream: string, content: PackageContent): Promise<void> {
  const make = (key: string, config: object) =>
    send('PUT', `${base}api/repositories/${key}`, JSON.stringify({ packageType: 'npm', ...config }))
  await make('bench-local', { rclass: 'local' })
  await make('bench-first', { rclass: 'local' })
  await make('bench-second', { rclass: 'local' })
  await make('bench-remote', { rclass: 'remote', url: upstream })
  await make('bench-virtual', {
    rclass: 'virtual',
    repositories: ['bench-first', 'bench-second', 'bench-remote'],
  })
  const local = `${base}api/npm/bench-local/`
  await send('PUT', local + content.name, publishDocument(content, local))
}

async function measureSides(base: string, content: PackageContent, times: Times): Promise<Row[]> {
  const registry = (key: string) => `${base}api/npm/${key}/`
  const packuments = await compare('Packument', times, (key) => registry(key) + content.name)
  const tarballs = await compare('Tarball of 10 kB', times, (key) => tarballUrl(content, registry(key)))
  return [...packuments, ...tarballs]
}

async function compare(
  what: string,
  { seconds, rounds, quiet }: Times,
  urlIn: (key: string) => string,
): Promise<Row[]> {
  const keys = ['bench-local', 'bench-remote', 'bench-virtual']
  for (const key of keys) await warmUp({ url: urlIn(key), headers: fullHeaders })
  const sides = keys.map((name): Side => ({
    name,
    measure: async () => (await measureLoad({ url: urlIn(name), headers: fullHeaders, seconds })).perSecond,
  }))
  const rates = await alternate(sides, rounds, quiet)
  const rate = (key: string) => rates.get(key) ?? 0
  const peer = { name: 'local', value: rate('bench-local') }
  return [
    rateRow({ measure: `${what} from a remote’s cache`, unit: '/s', bindery: rate('bench-remote'), peer }),
    rateRow({
      measure: `${what} through a virtual of three`,
      unit: '/s',
      bindery: rate('bench-virtual'),
      peer,
    }),
  ]
}

async function send(method: string, url: string, body: string | Buffer): Promise<void> {
  const reply = await fetch(url, { method, headers, body: new Uint8Array(Buffer.from(body)) })
  if (!reply.ok) throw new Error(`${method} ${url} was answered ${reply.status}: ${await reply.text()}`)
}
