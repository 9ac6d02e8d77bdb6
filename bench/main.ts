// Starts Bindery and its peers side by side on this machine, gives them the same content, measures them in
// turns and prints ratios. Absolute figures depend on the machine; only the ratios are compared with floors.
import { describeMachine, renderMachine } from './machine.ts'
import { measureDigests } from './measures/digests.ts'
import { measureLarge } from './measures/large.ts'
import { measureMemory } from './measures/memory.ts'
import { measurePermissions } from './measures/permissions.ts'
import { measurePublishes } from './measures/publish.ts'
import { measureReads, type Times } from './measures/read.ts'
import { measureRemotes } from './measures/remotes.ts'
import { measureStarts } from './measures/start.ts'
import { measureStreams } from './measures/streams.ts'
import { openWorld, type World } from './measures/world.ts'
import { type Options, readOptions, type Section, sections } from './options.ts'
import { installVerdaccio } from './peers/verdaccio.ts'
import { ensurePrograms } from './programs.ts'
import { createQuiet, type Quiet } from './quiet.ts'
import { renderTable, type Row } from './table.ts'

/** Need no peers. */
const alone = new Set<Section>(['digests', 'permissions', 'streams', 'remotes', 'large'])

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

try {
  const options = readOptions(process.argv.slice(2))
  const quiet = createQuiet(options.patience * 1000)
  const rows = await measure(options, quiet)
  print(options, rows, quiet)
  process.exitCode = options.enforce && rows.some((row) => row.floor?.isMet === false) ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function measure(options: Options, quiet: Quiet): Promise<Row[]> {
  const times = { ...options, quiet }
  const rows: Row[] = []
  if (sections.some((name) => !alone.has(name) && options.only.has(name))) {
    ensurePrograms()
    installVerdaccio()
    const world = await openWorld(options.profile)
    try {
      rows.push(...(await measureServers(world, options.only, times)))
    } finally {
      await world.close()
    }
  }
  if (options.only.has('digests')) rows.push(...(await measureDigests(times)))
  if (options.only.has('permissions')) {
    ensurePrograms()
    rows.push(...(await measurePermissions(times)))
  }
  if (options.only.has('streams')) {
    ensurePrograms()
    rows.push(...(await measureStreams(times)))
  }
  if (options.only.has('remotes')) {
    ensurePrograms()
    rows.push(...(await measureRemotes(times)))
  }
  if (options.only.has('large')) {
    ensurePrograms()
    rows.push(...(await measureLarge(times)))
  }
  return rows
}

// Reading comes first: publishing leaves thousands of packages behind.
async function measureServers(world: World, only: Set<Section>, times: Times): Promise<Row[]> {
  const steps = [
    { section: 'read', run: () => measureReads(world, times) },
    { section: 'start', run: () => measureStarts(world, times.quiet) },
    { section: 'memory', run: () => measureMemory(world, times) },
    { section: 'publish', run: () => measurePublishes(world, times) },
  ] as const
  const rows: Row[] = []
  for (const { section, run } of steps) {
    if (!only.has(section)) continue
    console.error(`Measuring: ${section}…`)
    rows.push(...(await run()))
  }
  return rows
}

function print(options: Options, rows: Row[], quiet: Quiet): void {
  const machine = describeMachine()
  const { seconds, rounds } = options
  if (options.json) {
    console.log(JSON.stringify({ machine, seconds, rounds, foreignShare: quiet.worstShare(), rows }, null, 2))
    return
  }
  console.log(`\n${renderMachine(machine)}`)
  const share = Math.round(quiet.worstShare() * 100)
  console.log(`16 connections, ${seconds} s per figure, median of ${rounds}`)
  console.log(`Others took at most ${share} % of the processors while a figure was measured\n`)
  console.log(renderTable(rows))
  const judged = rows.filter((row) => row.floor !== undefined)
  if (judged.length === 0) return
  const missed = judged.filter((row) => row.floor?.isMet === false).length
  console.log(missed === 0 ? '\nEvery floor is met.' : `\n${missed} floors are missed.`)
}
