// Repositories in the configuration document. Those that it names are made or changed, all of a kind or none of them.
import type { Doer } from '../../access/audit.ts'
import { badRequest } from '../../platform/errors.ts'
import {
  createRepositories,
  removeRepository,
  updateRepositories,
} from '../../registry/change-repositories.ts'
import { isPlainObject, type Plain, type PlainObject } from '../../registry/config/elements.ts'
import { repositoryKinds, type RepositoryKind } from '../../registry/config/package-types.ts'
import { listRepositories, type Repository } from '../../registry/repositories.ts'
import { isTrash } from '../../registry/trash/repository.ts'
import type { ConfigurationPart, Services } from '../feature.ts'
import { toWire, wordOf } from './wire-json.ts'

const partOf = (kind: RepositoryKind): ConfigurationPart => ({
  path: [`${kind}Repositories`],
  async describe(services) {
    const all = await ofKind(services, kind)
    return Object.fromEntries(all.map((one) => [one.key, describe(one)]))
  },
  merge: (services, by, given) => merge(services, by, kind, given),
})

/** Members before the virtual repositories that hold them. */
export const repositoriesParts = (
  [...repositoryKinds.filter((kind) => kind !== 'virtual'), 'virtual'] as const
).map(partOf)

const ofKind = async ({ registry }: Services, kind: RepositoryKind) =>
  (await listRepositories(registry)).filter((one) => one.kind === kind && !isTrash(one))

function describe(repository: Repository): PlainObject {
  const { key: _, rclass: __, packageType, password: ___, projectKey, ...members } = toWire(repository)
  // Configurations are JSON.
  return { type: packageType, ...(projectKey !== '' && { projectKey }), ...members } as PlainObject
}

async function merge(
  services: Services,
  by: Doer,
  kind: RepositoryKind,
  given: Plain,
): Promise<PlainObject | undefined> {
  if (!isPlainObject(given))
    throw badRequest('Repositories stand here by their keys. To delete one, give its key and null.')
  const known = new Map((await ofKind(services, kind)).map((one) => [one.key, one]))
  const wanted = Object.entries(given).flatMap(([key, value]) =>
    isPlainObject(value)
      ? [{ key, kind, format: wordOf(value.type) || 'generic', config: configOf(value) }]
      : [],
  )
  const fresh = wanted.filter(({ key }) => !known.has(key))
  const changed = wanted.filter(({ key }) => known.has(key))
  if (fresh.length > 0) await createRepositories(services.registry, by, fresh)
  if (changed.length > 0) await updateRepositories(services.registry, by, changed)
  const gone = Object.keys(given).filter((key) => given[key] === null && known.has(key))
  for (const key of gone) await removeRepository(services.registry, by, key)
  return undefined
}

/** The document spells two members its own way. */
function configOf({ type, repoLayout, ...members }: PlainObject): PlainObject {
  return {
    ...members,
    ...(type !== undefined && { packageType: type }),
    ...(repoLayout !== undefined && { repoLayoutRef: repoLayout }),
  }
}
