// Starting: from the start of the process to the first good answer, on a folder that has content.
import type { Quiet } from '../quiet.ts'
import { alternate, type Side } from '../rounds.ts'
import { limitRow, type Row } from '../table.ts'
import type { Server, World } from './world.ts'

const starts = 5

export async function measureStarts(world: World, quiet: Quiet): Promise<Row[]> {
  const times = await alternate([startSide(world.bindery), startSide(world.verdaccio)], starts, quiet)
  const peer = { name: 'Verdaccio', value: times.get('Verdaccio') ?? 0 }
  const bindery = times.get('Bindery') ?? 0
  return [limitRow({ measure: 'Start to first answer', unit: 'ms', bindery, peer }, 1000)]
}

function startSide(server: Server): Side {
  return {
    name: server.name,
    async measure() {
      const { startMs } = await server.restart()
      return startMs
    },
  }
}
