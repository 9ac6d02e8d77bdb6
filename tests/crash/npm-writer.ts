// Publishes packages and moves their tags, one request after the other, for as long as the test runs.
import { createHash } from 'node:crypto'
import { npmPublishBody, npmTarball } from '../support/builders/npm.ts'
import { packageAddress, tagAddress } from './addresses.ts'
import { checkPackage } from './check.ts'
import { type Outcome, type Owed, owe, type PackageState, type Tarball } from './ledger.ts'
import { type Random, randomBytes, randomSize } from './random.ts'
import { change, type Run } from './run.ts'

const largestTarball = 2_000_000
const packagesPerWriter = 12
const mostVersions = 40

interface Target {
  name: string
  owed: Owed<PackageState>
}

export async function writePackages(run: Run, writer: number): Promise<void> {
  const random = run.random.fork(`npm-${writer}`)
  for (let step = 0; await run.gate.pass(); step++) {
    const target = chooseTarget(run, random, writer)
    // An unanswered request is looked into before the next one, or nobody could tell them apart.
    if (target.owed.pending) await checkPackage(run, target.name)
    else await act(run, random, target, step)
  }
}

function chooseTarget(run: Run, random: Random, writer: number): Target {
  const name = `crash-npm-${writer}-${random.between(1, packagesPerWriter)}`
  const owed = run.ledger.packages.get(name) ?? { settled: { versions: {}, tags: {} }, pending: undefined }
  run.ledger.packages.set(name, owed)
  return { name, owed }
}

async function act(run: Run, random: Random, target: Target, step: number): Promise<Outcome> {
  const { versions, tags } = target.owed.settled
  const existing = Object.keys(versions)
  const otherTags = Object.keys(tags).filter((tag) => tag !== 'latest')
  const chance = random.next()
  if (existing.length === 0 || (chance < 0.6 && existing.length < mostVersions)) {
    return publish(run, random, target, step)
  }
  if (chance < 0.9 || otherTags.length === 0) return setTag(run, random, target, random.pick(existing))
  return removeTag(run, target, random.pick(otherTags))
}

async function publish(run: Run, random: Random, { name, owed }: Target, step: number): Promise<Outcome> {
  const { versions, tags } = owed.settled
  const isFirst = Object.keys(versions).length === 0
  // A version whose publish left no trace is tried again, with other bytes.
  const version = `1.0.${Object.keys(versions).length}`
  const tag = isFirst || random.next() < 0.7 ? 'latest' : 'next'
  const bytes = randomBytes(`${name}@${version}/${step}`, randomSize(random, largestTarball))
  const tarball = await npmTarball(name, version, { files: { 'data.bin': bytes } })
  const body = Buffer.from(JSON.stringify(npmPublishBody(name, version, tarball, { tag })))
  const next = {
    versions: { ...versions, [version]: describeTarball(tarball) },
    tags: { ...tags, [tag]: version },
  }
  const sent = { headers: { 'content-type': 'application/json' }, body }
  // Building took a while: the server may have been killed meanwhile.
  if (!(await run.gate.pass())) return 'unknown'
  return owe(owed, next, () => change(run, 'publishes', 'PUT', packageAddress(name), sent))
}

async function setTag(run: Run, random: Random, { name, owed }: Target, version: string): Promise<Outcome> {
  const { versions, tags } = owed.settled
  const tag = random.pick(['latest', 'next', 'stable'])
  const sent = { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(version)) }
  const next = { versions, tags: { ...tags, [tag]: version } }
  return owe(owed, next, () => change(run, 'tags set', 'PUT', tagAddress(name, tag), sent))
}

async function removeTag(run: Run, { name, owed }: Target, tag: string): Promise<Outcome> {
  const { versions, tags } = owed.settled
  const { [tag]: _removed, ...others } = tags
  const next = { versions, tags: others }
  return owe(owed, next, () => change(run, 'tags removed', 'DELETE', tagAddress(name, tag), {}))
}

function describeTarball(bytes: Buffer): Tarball {
  const digest = (algorithm: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(bytes).digest(encoding)
  return {
    sha256: digest('sha256', 'hex'),
    size: bytes.length,
    integrity: `sha512-${digest('sha512', 'base64')}`,
    shasum: digest('sha1', 'hex'),
  }
}
