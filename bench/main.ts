// Starts Bindery and its peers side by side on this machine, gives them the same content, measures them in
// turns and prints ratios. Absolute figures depend on the machine; only the ratios are compared with floors.
import { describeBusyness, describeMachine, renderMachine } from './machine.ts'
import { measureDigests } from './measures/digests.ts'
import { measureMemory } from './measures/memory.ts'
import { measurePublishes } from './measures/publish.ts'
import { measureReads } from './measures/read.ts'
import { measureStarts } from './measures/start.ts'
import { openWorld, type World } from './measures/world.ts'
import { type Options, readOptions, sections } from './options.ts'
import { installVerdaccio } from './peers/verdaccio.ts'
import { ensurePrograms } from './programs.ts'
import { renderTable, type Row } from './table.ts'

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

try {
  const options = readOptions(process.argv.slice(2))
  const busyness = describeBusyness()
  if (busyness) console.error(busyness)
  const rows = await measure(options)
  print(options, rows)
  process.exitCode = options.enforce && rows.some((row) => row.floor?.isMet === false) ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function measure(options: Options): Promise<Row[]> {
  const rows: Row[] = []
  if (options.only.has('digests')) rows.push(...(await measureDigests(options.rounds)))
  if (sections.every((name) => name === 'digests' || !options.only.has(name))) return rows
  ensurePrograms()
  installVerdaccio()
  const world = await openWorld(options.profile)
  try {
    return [...(await measureServers(world, options)), ...rows]
  } finally {
    await world.close()
  }
}

// Reading comes first: publishing leaves thousands of packages behind.
async function measureServers(world: World, options: Options): Promise<Row[]> {
  const steps = [
    { section: 'read', run: () => measureReads(world, options) },
    { section: 'start', run: () => measureStarts(world) },
    { section: 'memory', run: () => measureMemory(world, options) },
    { section: 'publish', run: () => measurePublishes(world, options) },
  ] as const
  const rows: Row[] = []
  for (const { section, run } of steps) {
    if (!options.only.has(section)) continue
    console.error(`Measuring: ${section}…`)
    rows.push(...(await run()))
  }
  return rows
}

function print(options: Options, rows: Row[]): void {
  const machine = describeMachine()
  if (options.json) {
    console.log(JSON.stringify({ machine, seconds: options.seconds, rounds: options.rounds, rows }, null, 2))
    return
  }
  console.log(`\n${renderMachine(machine)}`)
  console.log(`16 connections, ${options.seconds} s per figure, median of ${options.rounds}\n`)
  console.log(renderTable(rows))
  const judged = rows.filter((row) => row.floor !== undefined)
  if (judged.length === 0) return
  const missed = judged.filter((row) => row.floor?.isMet === false).length
  console.log(missed === 0 ? '\nEvery floor is met.' : `\n${missed} floors are missed.`)
}
