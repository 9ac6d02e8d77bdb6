// What publishing and reading could cost at best: a program that does nothing else, and that not completely.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, startProgram } from '../process.ts'
import type { Peer } from './peer.ts'

/** What it answers reads with: names and values of the head in turn, and the bytes in base64. */
export type KeptAnswers = Record<string, { head: string[]; body: string }>

export async function startLeast(folder: string, answers: KeptAnswers): Promise<Peer> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'answers.json'), JSON.stringify(answers))
  const port = await freePort()
  const registry = `http://127.0.0.1:${port}/`
  const running = await startProgram({
    name: 'The least',
    command: process.execPath,
    args: [join(import.meta.dirname, 'least-program.ts'), folder, String(port)],
    env: { NODE_ENV: 'production' },
    readyUrl: `${registry}ready`,
  })
  return { name: 'The least', registry, ...running }
}
