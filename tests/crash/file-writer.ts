// Puts, overwrites, copies, moves and deletes plain files, one request after the other, for as long as the test runs.
import { createHash } from 'node:crypto'
import { fileAddress } from './addresses.ts'
import { checkFile } from './check.ts'
import { type FileState, type Outcome, type Owed, owe } from './ledger.ts'
import { type Random, randomBytes, randomSize } from './random.ts'
import { change, type Run } from './run.ts'

const largestFile = 50_000_000
const pathsPerWriter = 60

interface Target {
  path: string
  owed: Owed<FileState>
}

export async function writeFiles(run: Run, writer: number): Promise<void> {
  const random = run.random.fork(`files-${writer}`)
  for (let step = 0; await run.gate.pass(); step++) {
    const target = chooseTarget(run, random, writer)
    const isThere = target.owed.settled !== 'absent'
    const choice = random.next()
    if (target.owed.pending) await checkFile(run, target.path)
    else if (isThere && choice < 0.4) await remove(run, target)
    else if (isThere && choice < 0.64) await transfer(run, random, target, chooseTarget(run, random, writer))
    else await put(run, random, target, `${writer}/${step}`)
  }
}

function chooseTarget(run: Run, random: Random, writer: number): Target {
  const number = random.between(1, pathsPerWriter)
  const path = `writer-${writer}/folder-${number % 7}/file-${number}.bin`
  const owed: Owed<FileState> = run.ledger.files.get(path) ?? { settled: 'absent', pending: undefined }
  run.ledger.files.set(path, owed)
  return { path, owed }
}

async function put(run: Run, random: Random, { path, owed }: Target, seed: string): Promise<Outcome> {
  // Now and then the same bytes as before under another path: files share their blob.
  const isShared = random.next() < 0.15
  const bytes = isShared ? sharedBytes(random) : randomBytes(seed, randomSize(random, largestFile))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kind = owed.settled === 'absent' ? 'files put' : 'files overwritten'
  const sent = { headers: { 'x-checksum-sha256': sha256 }, body: bytes }
  const next = { sha256, size: bytes.length }
  return owe(owed, next, () => change(run, kind, 'PUT', fileAddress(path), sent))
}

/** A row and a file, which come and go with those who use them, and garbage collection between. */
const sharedBytes = (random: Random) => {
  const size = random.pick([20_000, 90_000])
  return randomBytes(`shared-${size}`, size)
}

async function remove(run: Run, { path, owed }: Target): Promise<Outcome> {
  return owe(owed, 'absent', () => change(run, 'files deleted', 'DELETE', fileAddress(path), {}))
}

/** To a place that is free: whether it took place must show in both places after a crash. */
async function transfer(run: Run, random: Random, from: Target, to: Target): Promise<void> {
  if (to.owed.pending || to.owed.settled !== 'absent') return
  const kind = random.pick(['copy', 'move'])
  const address = `/artifactory/api/${kind}${fileAddress(from.path).slice('/artifactory'.length)}?to=${fileAddress(to.path).slice('/artifactory'.length)}`
  const send = () => change(run, kind === 'copy' ? 'files copied' : 'files moved', 'POST', address, {})
  const arrive = (sent: () => Promise<Outcome>) => owe(to.owed, from.owed.settled, sent)
  await arrive(kind === 'copy' ? send : () => owe(from.owed, 'absent', send))
}
