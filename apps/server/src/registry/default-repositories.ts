// What a new installation begins with: for each format a repository to publish to, one in front of the upstream that most
// people use, and one address for both. Nobody asks an upstream before a client does.
import type { NewRepository } from './config/rows.ts'
import { upstreamFor } from './config/public-upstream.ts'
import type { Format } from './format.ts'
import type { Registry } from './registry.ts'
import type { Repository } from './repositories.ts'

export async function defaultRepositories(registry: Registry): Promise<NewRepository[]> {
  const all = await Promise.all(
    [...registry.formats.values()].map((format) => repositoriesOf(registry, format)),
  )
  return all.flat()
}

/** Told by the key, which only they have from the start. */
export const isDefault = ({ formats }: Registry, { key, kind, format }: Repository): boolean =>
  formats.has(format) && kind !== 'federated' && key === `${format}-${kind}`

async function repositoriesOf(
  registry: Registry,
  { id: format, label, describe }: Format,
): Promise<NewRepository[]> {
  const url = await upstreamFor(registry, format)
  const description = describe ? `${label} packages published here` : 'Files of any kind'
  const local = { ...named(format, 'local'), config: { description } }
  const remote = { ...named(format, 'remote'), config: { url } }
  // Nobody can be asked without an address.
  const members = url === '' ? [local] : [local, remote]
  const config = { repositories: members.map(({ key }) => key), defaultDeploymentRepo: local.key }
  return [...members, { ...named(format, 'virtual'), config }]
}

const named = (format: string, kind: NewRepository['kind']) => ({ key: `${format}-${kind}`, kind, format })
