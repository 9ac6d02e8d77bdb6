// `npm run dev`: the server, restarted when its files change, and the web application with hot reload.
// Ends both together, whichever ends first.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { command } from './prepare/command.mjs'
import { pinnedNode, root } from './prepare/node.mjs'
import { ensurePackages } from './prepare/packages.mjs'

await command(async () => {
  await ensurePackages()
  const server = ['--watch-preserve-output', '--watch', join(root, 'apps/server/src/main.ts'), 'serve']
  const vite = [join(root, 'node_modules/vite/bin/vite.js')]
  const children = [
    spawn(pinnedNode, [...server, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }),
    spawn(pinnedNode, vite, { cwd: join(root, 'apps/web'), stdio: 'inherit' }),
  ]
  const endAll = () => children.forEach((child) => child.kill('SIGTERM'))
  process.on('SIGINT', endAll)
  process.on('SIGTERM', endAll)
  await Promise.all(
    children.map((child) => new Promise((resolve) => child.on('exit', resolve).on('exit', endAll))),
  )
})
