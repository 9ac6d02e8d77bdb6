// Large files: downloads by ourselves and with nginx in front that sends them (X-Accel-Redirect), beside nginx alone; uploads
// beside a program that only hashes the same bytes and writes them.
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { StreamingDigests } from '../../apps/server/src/platform/digests.ts'
import { measureLoad, warmUp } from '../load.ts'
import { noise } from '../package-content.ts'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { startNginx } from '../peers/nginx.ts'
import { alternate, type Side } from '../rounds.ts'
import { rateRow, type Row } from '../table.ts'
import type { Times } from './read.ts'
import { dataFolder } from './world.ts'

const megabytes = 64
const bytes = megabytes * 1024 * 1024
const connections = 4
const blobs = '/bindery-blobs/'
const file = 'large.bin'
const path = `/artifactory/generic-local/${file}`
const authorization = `Basic ${Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')}`

export async function measureLarge(times: Times): Promise<Row[]> {
  await mkdir(dataFolder, { recursive: true })
  const folder = await mkdtemp(join(dataFolder, 'large-'))
  const started: { stop(): Promise<void> }[] = []
  try {
    const home = join(folder, 'home')
    const bindery = await startBindery(home, { env: { BINDERY_ACCEL_REDIRECT: blobs } })
    started.push(bindery)
    const { origin } = new URL(bindery.registry)
    const content = noise('large', bytes)
    await put(`${origin}${path}`, content)
    const front = `
    location ${blobs} { internal; alias ${home}/blobs/; }
    location /artifactory/ {
      proxy_pass ${origin};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Sendfile-Type X-Accel-Redirect;
    }`
    const nginx = await startNginx(join(folder, 'nginx'), { [file]: content }, front)
    started.push(nginx)
    const urls = {
      Bindery: `${origin}${path}`,
      'nginx in front': new URL(path, nginx.registry).href,
      nginx: new URL(file, nginx.registry).href,
    }
    for (const url of Object.values(urls)) await verify(url, content)
    return [...(await downloads(urls, times)), await uploads(origin, folder, content, times)]
  } finally {
    for (const one of started) await one.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function downloads(urls: Record<string, string>, times: Times): Promise<Row[]> {
  const sides = Object.entries(urls).map(([name, url]): Side => ({
    name,
    async measure() {
      await warmUp({ url, connections })
      return (await measureLoad({ url, connections, seconds: times.seconds })).megabytesPerSecond
    },
  }))
  const rates = await alternate(sides, times.rounds, times.quiet)
  const peer = { name: 'nginx', value: rates.get('nginx') ?? 0 }
  const row = (measure: string, side: string, floor: number) =>
    rateRow({ measure, unit: 'MB/s', bindery: rates.get(side) ?? 0, peer }, floor)
  return [
    row(`Download, ${megabytes} MB`, 'Bindery', 0.45),
    row(`…, nginx in front, X-Accel-Redirect`, 'nginx in front', 0.9),
  ]
}

async function uploads(origin: string, folder: string, content: Uint8Array, times: Times): Promise<Row> {
  let count = 0
  const fresh = () => {
    const bytes = Uint8Array.from(content)
    new DataView(bytes.buffer).setUint32(0, ++count)
    return bytes
  }
  const rate = async (work: (bytes: Uint8Array) => Promise<void>) => {
    const own = fresh()
    const began = performance.now()
    await work(own)
    return bytes / 1e6 / ((performance.now() - began) / 1000)
  }
  const sides: Side[] = [
    {
      name: 'Bindery',
      measure: () => rate((own) => put(`${origin}/artifactory/generic-local/${count}`, own)),
    },
    { name: 'digests and disk', measure: () => rate((own) => keep(join(folder, 'kept'), own)) },
  ]
  for (const side of sides) await side.measure()
  const rates = await alternate(sides, Math.max(times.rounds, 3), times.quiet)
  const peer = { name: 'digests and disk', value: rates.get('digests and disk') ?? 0 }
  return rateRow({
    measure: `Upload, ${megabytes} MB`,
    unit: 'MB/s',
    bindery: rates.get('Bindery') ?? 0,
    peer,
  })
}

/** What an upload cannot do without: its digests, its bytes in a file, and a sync. */
async function keep(name: string, content: Uint8Array): Promise<void> {
  const shared = new Uint8Array(new SharedArrayBuffer(content.byteLength))
  shared.set(content)
  const digests = new StreamingDigests()
  const kept = await open(name, 'w')
  const block = 256 * 1024
  let before = Promise.resolve()
  for (let at = 0; at < shared.byteLength; at += block) {
    const piece = shared.subarray(at, at + block)
    const current = Promise.all([digests.update(piece), kept.write(piece, 0, piece.byteLength, at)])
    await before
    before = current.then(() => {})
  }
  await before
  await Promise.all([digests.finish(), kept.datasync()])
  await kept.close()
}

/** In pieces: `fetch` takes as long to send a large body as the server to store it. */
async function put(url: string, body: Uint8Array): Promise<void> {
  const headers = { authorization, 'content-length': body.byteLength }
  const sending = request(url, { method: 'PUT', headers })
  const answered = once(sending, 'response')
  await pipeline(Readable.from(pieces(body)), sending)
  const [answer] = (await answered) as [IncomingMessage]
  const said = await text(answer)
  if (answer.statusCode !== 201) throw new Error(`${url} was answered ${answer.statusCode}: ${said}`)
}

function* pieces(body: Uint8Array) {
  const piece = 1024 * 1024
  for (let at = 0; at < body.byteLength; at += piece) yield body.subarray(at, at + piece)
}

async function verify(url: string, content: Uint8Array): Promise<void> {
  const reply = await fetch(url)
  const served = new Uint8Array(await reply.arrayBuffer())
  if (hash('sha256', served) !== hash('sha256', content)) throw new Error(`${url} serves other bytes`)
}
