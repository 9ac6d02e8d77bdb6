// The package types that a repository can be made of, with what a form begins with.
import type { RepositoryType } from '@bindery/contracts'
import { packageTypes, type PackageType } from '../../registry/config/package-types.ts'
import { upstreamFor } from '../../registry/config/public-upstream.ts'
import { fillConfig } from '../../registry/config/read.ts'
import { formatOf, type Registry } from '../../registry/registry.ts'
import { hasPackages } from '../../registry/virtual/preview.ts'
import type { Services } from '../feature.ts'

/** These are made by what writes into them, not by people. */
const internal = new Set(['buildinfo', 'releasebundles'])

export const listTypes = ({ registry }: Services): Promise<RepositoryType[]> =>
  Promise.all(
    [...packageTypes.values()].filter(({ id }) => !internal.has(id)).map((one) => toType(registry, one)),
  )

const toType = async (registry: Registry, { id, label, kinds }: PackageType): Promise<RepositoryType> => ({
  id,
  label,
  icon: registry.formats.get(id)?.icon ?? '',
  kinds: [...kinds],
  isSpoken: registry.formats.has(id),
  hasPackages: hasPackages(registry, { format: id }),
  clientPath: formatOf(registry, { format: id }).clientPath('{key}'),
  upstream: kinds.includes('remote') ? await upstreamFor(registry, id) : '',
  defaults: Object.fromEntries(kinds.map((kind) => [kind, fillConfig(kind, id, {})])),
})
