import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** The name of this process among several: the configured one, else one made at the first start and kept in the data folder. */
export async function findNodeId(configured: string | undefined, home: string): Promise<string> {
  if (configured !== undefined) return configured
  const file = join(home, 'node-id')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.trim() !== '') return kept.trim()
  const made = `${hostname().split('.')[0] || 'node'}-${randomBytes(3).toString('hex')}`
  await writeFile(file, `${made}\n`, { mode: 0o600 })
  return made
}
