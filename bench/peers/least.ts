// What publishing could cost at best: a program that does nothing else, and that not completely.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startProgram } from '../process.ts'
import type { Peer } from './peer.ts'

export async function startLeast(folder: string): Promise<Peer> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const registry = `http://127.0.0.1:${port}/`
  const running = await startProgram({
    name: 'The least',
    command: process.execPath,
    args: [join(import.meta.dirname, 'least-program.ts'), folder, String(port)],
    env: { NODE_ENV: 'production' },
    readyUrl: registry,
  })
  return { name: 'The least', registry, ...running }
}
