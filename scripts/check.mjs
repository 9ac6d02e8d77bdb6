// `npm run check`: what must hold before a commit, in under two minutes. `npm test` runs this and more.
import { command } from './prepare/command.mjs'
import { runPinned } from './prepare/node.mjs'
import { ensurePackages } from './prepare/packages.mjs'

await command(async () => {
  await ensurePackages()
  process.exitCode = await runPinned('scripts/verify/main.ts', ['--fast', ...process.argv.slice(2)])
})
