// `npm run try -- tour features=tested`: an installation of another kind to look at, with data of its own.
// Each word is a setting of docs/configuration.md: alone it is switched on, with `=` it gets a value.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const words = process.argv.slice(2)
if (words.length === 0) {
  console.log('Usage: npm run try -- <setting>[=<value>] …      such as: npm run try -- tour')
  console.log('Switches: cloud tour lightweight trial freeTier features=… servicesOff=… externalLoginUrl=…')
  process.exit(1)
}

const home = join(
  '.cache',
  'try',
  words
    .join('_')
    .replaceAll(/[^\w.=,-]/g, '-')
    .slice(0, 80),
)
mkdirSync(home, { recursive: true })
const password = 'Try-it-out-1'
process.env['BINDERY_ADMIN_PASSWORD'] ??= password
const flags = words.flatMap((word) => {
  const [name = '', value = 'true'] = word.split(/=(.*)/s)
  return [`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value]
})
console.log(`Data in ${home}; sign in as admin with the password ${password}.`)
const { start } = await import('./prepare/start.mjs')
await start(['--home', home, '--port', process.env['BINDERY_PORT'] ?? '8083', ...flags])
