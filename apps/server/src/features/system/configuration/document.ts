// The whole configuration as one document: what features say of their settings, and what was kept for clients because
// no feature has a use for it. Secrets are no part of it.
import { z } from 'zod'
import { isPlainObject, type Plain, type PlainObject } from '../../../registry/config/elements.ts'
import { liveSetting } from '../../../platform/live-settings.ts'
import type { ConfigurationPart, Services } from '../../feature.ts'
import { isKeyed } from './lists.ts'
import { merged, nested, take } from './plain.ts'

/** Only the merging of documents writes it. */
export const keptConfiguration = liveSetting(
  'kept-configuration',
  z.object({ document: z.custom<PlainObject>().default({}) }),
)

/** Inner elements before those that hold them. */
export const innerFirst = async ({ configurationParts }: Services): Promise<ConfigurationPart[]> =>
  (await configurationParts()).toSorted((one, other) => other.path.length - one.path.length)

export async function describeConfiguration(services: Services): Promise<PlainObject> {
  const kept = structuredClone((await services.access.live.get(keptConfiguration)).document)
  let document: Plain = {}
  for (const part of await innerFirst(services)) {
    const own = take(kept, part.path)
    const described = await part.describe(services)
    if (described !== undefined)
      document = merged(document, nested(part.path, withKept(part.path.at(-1) ?? '', described, own)))
  }
  return merged(kept, document) as PlainObject
}

/** What was kept of a thing that is no longer there is not shown. */
function withKept(name: string, described: Plain, kept: Plain | undefined): Plain {
  if (!isPlainObject(kept) || !isPlainObject(described)) return described
  const own = Object.entries(described).map(([key, value]): [string, Plain] => [
    key,
    withKept(key, value, Object.hasOwn(kept, key) ? kept[key] : undefined),
  ])
  return { ...(!isKeyed(name) && kept), ...Object.fromEntries(own) }
}
