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
  const address = isWanted(remote) ? storageAddress(remote, path) : undefined
  if (address === undefined) return properties
  try {
    const answer = await askUpstream(registry, remote, { address, headers })
    if (answer.status === 200) {
      const read = parseJson((await readBody(answer.body, limit)).toString('utf8'))
      return new Map([...readProperties(read), ...(properties ?? [])])
    }
    await answer.drop()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return properties
}

function isWanted(remote: Repository): boolean {
  const { synchronizeProperties, contentSynchronisation: content } = remoteConfig(remote)
  return synchronizeProperties || (content.enabled && content.properties.enabled)
}

/** `…/artifactory/<key>/` and `…/artifactory/api/<type>/<key>/` both have the file's facts at `…/artifactory/api/storage/<key>/`. */
function storageAddress(remote: Repository, path: string): string | undefined {
  const { url } = remoteConfig(remote)
  const [, base, key] = /^(.*\/artifactory)\/(?:api\/[a-z]+\/)?([^/]+)\/*$/.exec(url) ?? []
  const below = path.split('/').map(encodeURIComponent).join('/')
  return base === undefined ? undefined : `${base}/api/storage/${key}/${below}?properties`
}

function readProperties(answer: unknown): [string, string[]][] {
  const told = isObject(answer) && isObject(answer['properties']) ? answer['properties'] : {}
  return Object.entries(told).flatMap(([key, values]): [string, string[]][] =>
    Array.isArray(values) ? [[key, values.filter((one) => typeof one === 'string')]] : [],
  )
}
