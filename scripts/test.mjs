// `npm test`: installs what tests need, then runs everything that must hold. `--only NAME` runs one step.
import { command } from './prepare/command.mjs'
import { runPinned } from './prepare/node.mjs'
import { ensurePackages } from './prepare/packages.mjs'

await command(async () => {
  await ensurePackages()
  process.exitCode = await runPinned('scripts/verify/main.ts', process.argv.slice(2))
})
