// Reading: packuments and tarballs with sixteen connections, against Verdaccio, against nginx, and against `node:http` with a kept
// answer, which is what this machine allows.
import { measureLoad, warmUp } from '../load.ts'
import { binderyPassword, binderyUser } from '../peers/bindery.ts'
import type { Quiet } from '../quiet.ts'
import { alternate, type Side } from '../rounds.ts'
import { abbreviatedHeaders, fullHeaders, tarballUrl } from '../seed.ts'
import { type Row, rateRow } from '../table.ts'
import type { World } from './world.ts'

export interface Times {
  seconds: number
  rounds: number
  quiet: Quiet
}

interface ReadMeasure {
  measure: string
  path(registry: string): string
  headers?: Record<string, string>
  verdaccio: { floor?: number }
  nginx?: { file: string; floor: number }
}

export async function measureReads(world: World, times: Times): Promise<Row[]> {
  const rows: Row[] = []
  for (const measure of readMeasures(world)) rows.push(...(await measureRead(world, measure, times)))
  rows.push(await measureSignedIn(world, times))
  return rows
}

function readMeasures({ content, nginx }: World): ReadMeasure[] {
  const packument = (name: string) => (registry: string) => new URL(name, registry).href
  const { small, large, many } = content
  const manyName = many[0]?.name ?? ''
  return [
    {
      measure: 'Packument, 1 version',
      path: packument(small.name),
      verdaccio: { floor: 15 },
      nginx: { file: nginx.files.packument, floor: 0.25 },
    },
    {
      measure: "Packument, 1 version, npm's headers",
      path: packument(small.name),
      headers: fullHeaders,
      verdaccio: {},
    },
    {
      measure: `Packument, ${many.length} versions, npm's headers`,
      path: packument(manyName),
      headers: fullHeaders,
      verdaccio: { floor: 200 },
    },
    {
      measure: `Packument, ${many.length} versions, abbreviated`,
      path: packument(manyName),
      headers: abbreviatedHeaders,
      verdaccio: {},
    },
    {
      measure: 'Tarball, 10 kB',
      path: (registry) => tarballUrl(small, registry),
      verdaccio: { floor: 15 },
      nginx: { file: nginx.files.small, floor: 0.25 },
    },
    {
      measure: 'Tarball, 1 MB',
      path: (registry) => tarballUrl(large, registry),
      verdaccio: { floor: 7 },
      nginx: { file: nginx.files.large, floor: 0.45 },
    },
  ]
}

async function measureRead(world: World, read: ReadMeasure, times: Times): Promise<Row[]> {
  const { bindery, verdaccio, nginx, least } = world
  const headers = read.headers ?? {}
  const sides = [
    loadSide('Bindery', read.path(bindery.peer.registry), headers, times),
    loadSide('Verdaccio', read.path(verdaccio.peer.registry), headers, times),
  ]
  if (read.nginx)
    for (const { name, registry } of [nginx.peer, least])
      sides.push(loadSide(name, new URL(read.nginx.file, registry).href, headers, times))
  const rates = await alternate(sides, times.rounds, times.quiet)
  const row = (name: string, floor?: number) => {
    const peer = { name, value: rates.get(name) ?? 0 }
    return rateRow({ measure: read.measure, unit: '/s', bindery: rates.get('Bindery') ?? 0, peer }, floor)
  }
  return [
    row('Verdaccio', read.verdaccio.floor),
    ...(read.nginx ? [row('nginx', read.nginx.floor), row(least.name)] : []),
  ]
}

// Who signs in with every request, as build servers do, must not pay for it.
async function measureSignedIn({ content, bindery }: World, times: Times): Promise<Row> {
  const url = new URL(content.small.name, bindery.peer.registry).href
  const credentials = Buffer.from(`${binderyUser}:${binderyPassword}`).toString('base64')
  const rates = await alternate(
    [
      loadSide('signed in', url, { authorization: `Basic ${credentials}` }, times),
      loadSide('anonymous', url, {}, times),
    ],
    times.rounds,
    times.quiet,
  )
  const peer = { name: 'anonymous', value: rates.get('anonymous') ?? 0 }
  const figures = {
    measure: 'Packument, 1 version, Basic',
    unit: '/s',
    bindery: rates.get('signed in') ?? 0,
  } as const
  return rateRow({ ...figures, peer }, 0.9)
}

function loadSide(name: string, url: string, headers: Record<string, string>, times: Times): Side {
  return {
    name,
    async measure() {
      await warmUp({ url, headers })
      const { perSecond } = await measureLoad({ url, headers, seconds: times.seconds })
      return perSecond
    },
  }
}
