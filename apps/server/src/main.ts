// Where the process begins. Only what makes the start fast and small happens here; commands/ does the rest.
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Compiled code is kept beside the packages that it belongs to. `npm start` names the same folder in the environment,
// which also spares stripping the types of this very file.
if (!getCompileCacheDir())
  enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)

// Loading modules makes much garbage at once, for which V8 would grow its nursery and keep it:
// 14 MB of an idle process. Growth is allowed again when loading is over, because requests need it.
setFlagsFromString('--semi-space-growth-factor=1')

const { run } = await import('./commands/run.ts')
await run(process.argv.slice(2), { loaded })

function loaded(): void {
  // The cache is only valid under the flags it is written with, hence before they change.
  flushCompileCache()
  setFlagsFromString('--semi-space-growth-factor=2')
}
