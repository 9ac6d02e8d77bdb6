// A packument as old registries have it: every version repeats a long readme. It is made while it is sent, so that a document of
// hundreds of megabytes costs whoever sends it nothing.
import { hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { Answering } from './upstream.ts'

export interface HugePackument {
  name: string
  versions: number
  /** Of each version, in bytes. */
  readme: number
  /** Something that no registry repeats in each version, so that it cannot be left out; in bytes. */
  ballast?: number
}

export const versionAt = (index: number) => `1.${index}.0`
export const timeAt = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString()
export const isDeprecated = (index: number) => index % 10 === 3

/** Without its readme. */
export function manifestAt({ name, ballast = 0 }: HugePackument, index: number) {
  const version = versionAt(index)
  return {
    name,
    version,
    description: 'One of very many versions',
    license: 'MIT',
    scripts: { test: 'node --test' },
    dependencies: { 'left-pad': `^1.${index}.0`, lodash: '^4.17.21' },
    maintainers: [{ name: 'ann', email: 'ann@example.test' }],
    ...(ballast > 0 && { ballast: 'b'.repeat(ballast) }),
    ...(isDeprecated(index) && { deprecated: `Use ${versionAt(index + 1)}` }),
    dist: {
      shasum: hash('sha1', version),
      integrity: `sha512-${hash('sha512', version, 'base64')}`,
      tarball: `http://127.0.0.1/${name}/-/${name}-${version}.tgz`,
    },
  }
}

export const sendPackument =
  (packument: HugePackument): Answering =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    // A reader that had enough breaks off.
    pipeline(Readable.from(packumentText(packument)), response, () => {})
  }

export function* packumentText(packument: HugePackument): Generator<string> {
  const { name, versions } = packument
  const readme = JSON.stringify(readmeOf(packument))
  yield `{"_id":"${name}","name":"${name}","dist-tags":{"latest":"${versionAt(versions - 1)}","first":"1.0.0"},"versions":{`
  for (let index = 0; index < versions; index++) {
    const manifest = JSON.stringify(manifestAt(packument, index))
    yield `${index === 0 ? '' : ','}"${versionAt(index)}":{"readme":${readme},${manifest.slice(1)}`
  }
  const times = Array.from({ length: versions }, (_, index) => [versionAt(index), timeAt(index)])
  const time = { created: timeAt(0), modified: timeAt(versions), ...Object.fromEntries(times) }
  yield `},"time":${JSON.stringify(time)},"readme":${readme}}`
}

export function readmeOf({ readme: bytes }: HugePackument): string {
  const line = '# A "package"\n\nSome words, `code` \\ and [a link](https://example.test/).\n'
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes)
}
