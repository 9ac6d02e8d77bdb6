// Preloaded into the program: writes which modules were loaded until its first answer had been sent.
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/** @type {string[]} */
const loaded = []
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.push(url)
    return next(url, context)
  },
})
subscribe('http.server.response.finish', () => {
  const file = process.env['LOADED_MODULES_FILE']
  if (file !== undefined) writeFileSync(file, JSON.stringify(loaded), { flag: 'wx' })
})
