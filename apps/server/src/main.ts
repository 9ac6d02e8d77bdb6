// Where the process begins. Only what makes the start fast happens here; commands/ does the rest.
import { enableCompileCache, flushCompileCache, getCompileCacheDir } from 'node:module'
import { resolveQuickly } from './module-paths.ts'

// Compiled code is kept beside the packages that it belongs to. `npm start` names the same folder in the environment,
// which also spares stripping the types of this very file.
if (!getCompileCacheDir())
  enableCompileCache(new URL('../../../node_modules/.cache/compile', import.meta.url).pathname)

resolveQuickly()

const { run } = await import('./commands/run.ts')
// Written now, so that a process that is killed leaves the next one a quick start, too.
await run(process.argv.slice(2), { loaded: flushCompileCache })
