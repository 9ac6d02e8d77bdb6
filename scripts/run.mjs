// Runs a TypeScript file of this project on the pinned Node: node scripts/run.mjs FILE [ARGUMENT…]
import { command } from './prepare/command.mjs'
import { runPinned } from './prepare/node.mjs'
import { ensurePackages } from './prepare/packages.mjs'
import { Problem } from './prepare/problem.mjs'

await command(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Problem('Say which file to run: node scripts/run.mjs FILE [ARGUMENT…]')
  await ensurePackages()
  process.exitCode = await runPinned(file, args)
})
