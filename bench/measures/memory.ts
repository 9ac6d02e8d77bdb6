// Memory: resident size of a fresh process at rest, and the largest seen while it reads and publishes.
import { setTimeout as sleep } from 'node:timers/promises'
import { measureLoad } from '../load.ts'
import { residentMegabytes } from '../process.ts'
import { fullHeaders, tarballUrl } from '../seed.ts'
import { limitRow, type Row } from '../table.ts'
import { publishFor } from './publish.ts'
import type { Times } from './read.ts'
import type { Server, World } from './world.ts'

const settleMs = 3000

export async function measureMemory(world: World, times: Times): Promise<Row[]> {
  const bindery = await memoryOf(world, world.bindery, times)
  const verdaccio = await memoryOf(world, world.verdaccio, times)
  const row = (measure: string, figure: 'idle' | 'reading' | 'publishing' | 'after', limit?: number) => {
    const peer = { name: 'Verdaccio', value: verdaccio[figure] }
    return limitRow({ measure, unit: 'MB', bindery: bindery[figure], peer }, limit)
  }
  return [
    row('Resident memory, idle', 'idle', 120),
    row('Resident memory, while reading', 'reading', 200),
    row('Resident memory, while publishing', 'publishing', 200),
    row('Resident memory, after the load', 'after'),
  ]
}

async function memoryOf(world: World, server: Server, times: Times) {
  const { pid } = await server.restart()
  await sleep(settleMs)
  const idle = residentMegabytes(pid)
  const reading = await peakDuring(pid, () => readEverything(world, server, times.seconds))
  const publishing = await peakDuring(pid, () => publishEverySize(server, times.seconds))
  await sleep(settleMs)
  return { idle, reading, publishing, after: residentMegabytes(pid) }
}

async function readEverything({ content }: World, server: Server, seconds: number): Promise<void> {
  const { registry } = server.peer
  const url = (name: string | undefined) => new URL(name ?? '', registry).href
  await measureLoad({ url: url(content.small.name), seconds })
  await measureLoad({ url: url(content.many[0]?.name), headers: fullHeaders, seconds })
  await measureLoad({ url: tarballUrl(content.small, registry), seconds })
  await measureLoad({ url: tarballUrl(content.large, registry), seconds })
}

async function publishEverySize(server: Server, seconds: number): Promise<void> {
  const load = { publishers: 8, seconds }
  await publishFor(server, { ...load, prefix: 'bench-memory-small', size: 10_000, count: 3000 * seconds })
  await publishFor(server, { ...load, prefix: 'bench-memory-large', size: 1_000_000, count: 50 * seconds })
}

async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = residentMegabytes(pid)
  const sampler = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 50)
  try {
    await work()
  } finally {
    clearInterval(sampler)
  }
  return peak
}
