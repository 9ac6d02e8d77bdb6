import { command } from './command.mjs'
import { becomeServer } from './node.mjs'
import { ensurePackages } from './packages.mjs'
import { ensureWeb } from './web.mjs'

/** @param {string[]} flags for the server */
export async function start(flags) {
  await command(async () => {
    await ensurePackages()
    await ensureWeb()
    becomeServer(flags)
  })
}
