// Properties of files whose upstream is another Artifactory, or one of us: asked for beside the file and kept with it, where the
// repository wants that. An upstream without them is not missed.
import { isObject } from '../config/member.ts'
import { remoteConfig, type Repository } from '../repositories.ts'
import type { Registry } from '../registry.ts'
import { parseJson, readBody } from '../../platform/http/body.ts'
import { AppError } from '../../platform/errors.ts'
import { askUpstream } from './ask.ts'
import type { WantedFile } from './fill.ts'

type Properties = ReadonlyMap<string, readonly string[]>

const limit = 1024 * 1024

/** What was wanted anyway, and what the upstream says beside it. */
export async function synchronisedProperties(
  registry: Registry,
  remote: Repository,
  { path, properties, headers = {} }: WantedFile,
): Promise<Properties | undefined> {
  if (!isWanted(remote)) return properties
  const told = await upstreamProperties(registry, remote, { path, headers })
  return told.size === 0 ? properties : new Map([...told, ...(properties ?? [])])
}

/** Empty when the upstream has none, or does not tell. */
export async function upstreamProperties(
  registry: Registry,
  remote: Repository,
  { path, headers = {} }: Pick<WantedFile, 'path' | 'headers'>,
): Promise<Map<string, string[]>> {
  const storage = storageAddress(remote, path)
  if (storage === undefined) return new Map()
  try {
    const answer = await askUpstream(registry, remote, { address: `${storage}?properties`, headers })
    if (answer.status === 200)
      return new Map(readProperties(parseJson((await readBody(answer.body, limit)).toString('utf8'))))
    await answer.drop()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return new Map()
}

function isWanted(remote: Repository): boolean {
  const { synchronizeProperties, contentSynchronisation: content } = remoteConfig(remote)
  return synchronizeProperties || (content.enabled && content.properties.enabled)
}

/** `…/artifactory/<key>/` and `…/artifactory/api/<type>/<key>/` both have the file's facts at `…/artifactory/api/storage/<key>/`. */
export function storageAddress(remote: Repository, path: string): string | undefined {
  const { url } = remoteConfig(remote)
  const [, base, key] = /^(.*\/artifactory)\/(?:api\/[a-z]+\/)?([^/]+)\/*$/.exec(url) ?? []
  const below = path.split('/').map(encodeURIComponent).join('/')
  return base === undefined ? undefined : `${base}/api/storage/${key}/${below}`
}

function readProperties(answer: unknown): [string, string[]][] {
  const told = isObject(answer) && isObject(answer['properties']) ? answer['properties'] : {}
  return Object.entries(told).flatMap(([key, values]): [string, string[]][] =>
    Array.isArray(values) ? [[key, values.filter((one) => typeof one === 'string')]] : [],
  )
}
