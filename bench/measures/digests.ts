// Hashing: the three digests of an upload, and the four of a package for npm, beside the slowest of them alone. With three cores
// or more they should cost the same; with two there is more to compute than fits beside it.
import { createHash } from 'node:crypto'
import { StreamingDigests } from '../../apps/server/src/platform/digests.ts'
import { noise } from '../package-content.ts'
import { alternate, type Side } from '../rounds.ts'
import { limitRow, type Row } from '../table.ts'
import type { Times } from './read.ts'

const megabytes = 256
const blockBytes = 256 * 1024
const blocks = (megabytes * 1024 * 1024) / blockBytes
const three = ['sha256', 'sha1', 'md5']
const four = [...three, 'sha512']

export async function measureDigests({ rounds, quiet }: Pick<Times, 'rounds' | 'quiet'>): Promise<Row[]> {
  const block = new Uint8Array(new SharedArrayBuffer(blockBytes))
  block.set(noise('digests', blockBytes))
  const ours = [false, true].map((sha512): Side => ({
    name: sha512 ? 'Four' : 'Three',
    measure: () => timeOf(() => hashWithOurs(block, sha512)),
  }))
  const alone = four.map((name): Side => ({ name, measure: () => timeOf(() => hashAlone(name, block)) }))
  const times = await alternate([...ours, ...alone], rounds, quiet)
  const row = (name: 'Three' | 'Four', algorithms: string[]) => {
    const slowest = algorithms.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0))[0] ?? ''
    const peer = { name: `${slowest} alone`, value: times.get(slowest) ?? 0 }
    const measure = `${name} digests of ${megabytes} MB`
    return limitRow({ measure, unit: 'ms', bindery: times.get(name) ?? 0, peer })
  }
  return [row('Three', three), row('Four', four)]
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

// Two blocks on their way, as an upload has them.
async function hashWithOurs(block: Uint8Array, sha512: boolean): Promise<void> {
  const digests = new StreamingDigests({ sha512 })
  let before = Promise.resolve()
  for (let index = 0; index < blocks; index++) {
    const current = digests.update(block)
    await before
    before = current
  }
  await before
  const { sha256, size } = await digests.finish()
  if (size !== blocks * blockBytes || sha256.length !== 64)
    throw new Error('The digests are not of what was hashed')
}

async function hashAlone(name: string, block: Uint8Array): Promise<void> {
  const hash = createHash(name)
  for (let index = 0; index < blocks; index++) hash.update(block)
  hash.digest()
}
