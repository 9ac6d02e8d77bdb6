// Compares what the server shows with what it owes. A check that gets no answer says nothing: the server was killed.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fileAddress, packageAddress, tarballAddress } from './addresses.ts'
import { type FileState, type Owed, type PackageState, settle, type Tarball } from './ledger.ts'
import type { Run } from './run.ts'

export async function checkFile(run: Run, path: string): Promise<void> {
  const owed = run.ledger.files.get(path)
  const found = await readFile(run, fileAddress(path))
  if (owed === undefined || found === undefined) return
  settleOrReport(run, owed, (state) => isDeepStrictEqual(state, found), `File ${path}`, found)
}

/** The packument must list exactly what is owed; with `bytes`, every tarball must also be the one published. */
export async function checkPackage(run: Run, name: string, { bytes = false } = {}): Promise<void> {
  const owed = run.ledger.packages.get(name)
  const found = await readPackument(run, name, 'application/json')
  if (owed === undefined || found === undefined) return
  settleOrReport(run, owed, (state) => isDeepStrictEqual(shown(state), found), `Package ${name}`, found)
  if (!bytes) return
  const short = await readPackument(run, name, 'application/vnd.npm.install-v1+json')
  if (short !== undefined && !isDeepStrictEqual(short, found)) {
    run.problems.push(`Package ${name}: the abbreviated packument differs from the full one`)
  }
  for (const [version, tarball] of Object.entries(owed.settled.versions)) {
    await checkTarball(run, name, version, tarball)
  }
}

export async function checkTarball(run: Run, name: string, version: string, owed: Tarball): Promise<void> {
  const found = await readFile(run, tarballAddress(name, version))
  const { sha256, size } = owed
  if (found === undefined || isDeepStrictEqual(found, { sha256, size })) return
  run.problems.push(`Tarball of ${name} ${version}: owed ${text({ sha256, size })}, found ${text(found)}`)
}

function settleOrReport<State>(
  run: Run,
  owed: Owed<State>,
  isFound: (state: State) => boolean,
  what: string,
  found: unknown,
): void {
  const wasPending = owed.pending !== undefined
  const settlement = settle(owed, isFound)
  if (settlement === 'neither') {
    const alternative = wasPending ? `, or ${text(owed.pending)}` : ''
    run.problems.push(`${what}: owed ${text(owed.settled)}${alternative}, found ${text(found)}`)
  } else if (wasPending) {
    run.counts[settlement === 'as asked' ? 'unansweredTookEffect' : 'unansweredHadNoEffect'] += 1
  }
}

async function readFile(run: Run, address: string): Promise<FileState | undefined> {
  const answer = await run.client.send('GET', address)
  if (answer === undefined || answer.status === 503) return undefined
  if (answer.status === 404) return 'absent'
  if (answer.status !== 200) {
    run.problems.push(
      `GET ${address} was answered with ${answer.status}: ${answer.body.toString().slice(0, 500)}`,
    )
    return undefined
  }
  run.counts.checkedFiles += 1
  run.counts.checkedBytes += answer.body.length
  return { sha256: createHash('sha256').update(answer.body).digest('hex'), size: answer.body.length }
}

type Shown = ReturnType<typeof shown>

function shown({ versions, tags }: PackageState) {
  const dist = ({ integrity, shasum }: Tarball) => ({ integrity, shasum })
  return {
    versions: Object.fromEntries(
      Object.entries(versions).map(([version, tarball]) => [version, dist(tarball)]),
    ),
    tags: { ...tags },
  }
}

async function readPackument(run: Run, name: string, accept: string): Promise<Shown | undefined> {
  const answer = await run.client.send('GET', packageAddress(name), { headers: { accept } })
  if (answer === undefined || answer.status === 503) return undefined
  if (answer.status === 404) return { versions: {}, tags: {} }
  const body = answer.body.toString()
  if (answer.status !== 200) {
    run.problems.push(`The packument of ${name} was answered with ${answer.status}: ${body.slice(0, 500)}`)
    return undefined
  }
  const document: { versions: Record<string, { dist: Tarball }>; 'dist-tags': Record<string, string> } =
    JSON.parse(body)
  const tarballs = Object.entries(document.versions).map(([version, { dist }]) => [version, dist] as const)
  return shown({ versions: Object.fromEntries(tarballs), tags: document['dist-tags'] })
}

function text(value: unknown): string {
  const whole = JSON.stringify(value)
  return whole.length > 600 ? `${whole.slice(0, 600)}…` : whole
}
