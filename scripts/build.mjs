// `npm run build`: the web application, whether or not it is stale. The server has nothing to build.
import { command } from './prepare/command.mjs'
import { ensurePackages } from './prepare/packages.mjs'
import { buildWeb } from './prepare/web.mjs'

await command(async () => {
  await ensurePackages()
  await buildWeb()
})
