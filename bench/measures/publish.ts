// Publishing: a program of its own sends what `npm publish` sends, to one server after the other, and to one that does the
// least that a publish can be: what it reaches is what this machine allows.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PublishLoad, PublishResult } from '../publisher.ts'
import { alternate, type Side } from '../rounds.ts'
import { type Row, rateRow } from '../table.ts'
import type { Times } from './read.ts'
import type { Server, World } from './world.ts'

interface PublishMeasure {
  measure: string
  publishers: number
  size: number
  // Bounds the memory that prepared bodies take: a faster server is measured over a shorter time.
  perSecondAtMost: number
  floor: number
}

const measures: PublishMeasure[] = [
  { measure: 'Publish 10 kB, 1 publisher', publishers: 1, size: 10_000, perSecondAtMost: 1500, floor: 5 },
  { measure: 'Publish 10 kB, 8 publishers', publishers: 8, size: 10_000, perSecondAtMost: 3000, floor: 5 },
  { measure: 'Publish 1 MB, 1 publisher', publishers: 1, size: 1_000_000, perSecondAtMost: 50, floor: 2.5 },
]

const run = promisify(execFile)

export async function measurePublishes(world: World, times: Times): Promise<Row[]> {
  const { least } = world
  const servers: Target[] = [
    world.bindery,
    world.verdaccio,
    { name: least.name, peer: least, token: 'least' },
  ]
  const rows: Row[] = []
  for (const measure of measures) {
    const sides = servers.map((server) => publishSide(server, measure, times))
    const rates = await alternate(sides, times.rounds, times.quiet)
    const rateOf = (name: string) => ({ name, value: rates.get(name) ?? 0 })
    const figures = { measure: measure.measure, unit: '/s', bindery: rateOf('Bindery').value } as const
    rows.push(
      rateRow({ ...figures, peer: rateOf('Verdaccio') }, measure.floor),
      rateRow({ ...figures, peer: rateOf(least.name) }),
    )
  }
  return rows
}

type Target = Pick<Server, 'name' | 'peer' | 'token'>

export async function publishFor(server: Target, load: Omit<PublishLoad, 'registry' | 'token'>) {
  const { registry } = server.peer
  const program = join(import.meta.dirname, '..', 'publisher.ts')
  const whole: PublishLoad = { ...load, registry, token: server.token }
  const { stdout } = await run(process.execPath, [program, JSON.stringify(whole)])
  const result: PublishResult = JSON.parse(stdout)
  return result
}

function publishSide(server: Target, measure: PublishMeasure, times: Times): Side {
  const { publishers, size } = measure
  let runs = 0
  return {
    name: server.name,
    async measure() {
      runs += 1
      // Names never come back, also not in another measure or in the warm-up.
      const prefix = `bench-p${publishers}-s${size}-r${runs}`
      await publishFor(server, { prefix: `${prefix}-warm`, publishers, size, seconds: 1, count: 40 })
      const count = measure.perSecondAtMost * times.seconds
      const result = await publishFor(server, { prefix, publishers, size, seconds: times.seconds, count })
      return result.published / result.seconds
    },
  }
}
