// Bindery as `npm start` runs it, on a folder of its own, with anonymous reading.
import { mkdir } from 'node:fs/promises'
import { serverArguments, serverEnvironment } from '../../scripts/prepare/node.mjs'
import { freePort, startProgram } from '../process.ts'
import type { Peer } from './peer.ts'

export const binderyUser = 'admin'
export const binderyPassword = 'bench-password-1'

// A profile is written when the process ends in good order.
export async function startBindery(
  folder: string,
  { profileFolder, env = {} }: { profileFolder?: string | undefined; env?: Record<string, string> } = {},
): Promise<Peer> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const running = await startProgram({
    name: 'Bindery',
    command: process.execPath,
    args: [...(profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : []), ...serverArguments],
    env: {
      NODE_ENV: 'production',
      ...serverEnvironment,
      BINDERY_HOME: folder,
      BINDERY_HOST: '127.0.0.1',
      BINDERY_PORT: String(port),
      BINDERY_ADMIN_PASSWORD: binderyPassword,
      BINDERY_ANONYMOUS_ACCESS: 'true',
      ...env,
    },
    readyUrl: `${origin}/artifactory/api/v1/system/readiness`,
  })
  return { name: 'Bindery', registry: `${origin}/artifactory/api/npm/npm-local/`, ...running }
}
