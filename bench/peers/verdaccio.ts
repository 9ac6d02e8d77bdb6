// Verdaccio as its makers ship it, without uplinks, with anonymous reading and publishing by users.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startProgram } from '../process.ts'
import type { Peer } from './peer.ts'

const programFolder = join(import.meta.dirname, 'verdaccio-program')
const program = join(programFolder, 'node_modules', 'verdaccio', 'bin', 'verdaccio')

export function installVerdaccio(): void {
  if (existsSync(program)) return
  console.error('Installing Verdaccio for the comparison…')
  execFileSync('npm', ['ci', '--ignore-scripts'], {
    cwd: programFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export async function startVerdaccio(folder: string): Promise<Peer> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const config = join(folder, 'config.yaml')
  await writeFile(config, configuration)
  const registry = `http://127.0.0.1:${port}/`
  const running = await startProgram({
    name: 'Verdaccio',
    command: process.execPath,
    args: [program, '--config', config, '--listen', `127.0.0.1:${port}`],
    env: { NODE_ENV: 'production' },
    cwd: folder,
    readyUrl: `${registry}-/ping`,
  })
  return { name: 'Verdaccio', registry, ...running }
}

// Signed tokens instead of the default ones: those run bcrypt for every request, which would measure
// bcrypt. The size limit is raised because 1 MB of tarball is 1.4 MB of JSON. Its log is the one it ships with: like
// Bindery it writes a line for each request.
const configuration = `
storage: ./storage
web:
  enable: false
auth:
  htpasswd:
    file: ./htpasswd
    max_users: 10
security:
  api:
    legacy: false
    jwt:
      sign:
        expiresIn: 7d
uplinks: {}
packages:
  '**':
    access: $all
    publish: $authenticated
    unpublish: $authenticated
max_body_size: 200mb
userRateLimit:
  windowMs: 1000
  max: 1000000
server:
  keepAliveTimeout: 60
log:
  type: stdout
  format: pretty
  level: http
`
