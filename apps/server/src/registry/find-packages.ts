// Packages by a word, for the search call that some protocols have: of what lies here, and of what upstreams find.
import { sql } from 'kysely'
import { can, canEverywhere } from '../access/rules/permissions.ts'
import { handlesPath } from './patterns.ts'
import { formatOf } from './registry.ts'
import { askForJson } from './remote/ask-json.ts'
import { UpstreamFailure } from './remote/failure.ts'
import type { Repository } from './repositories.ts'
import type { RegistryRequest } from './request.ts'
import { namesHeldHere, sourcesOf } from './virtual/sources.ts'

export interface FoundPackage {
  name: string
  /** The version that is shown first. */
  latest: string
  latest_at: string
  description: string | null
}

export interface FoundPackages {
  packages: FoundPackage[]
  total: number
}

export interface PackageSearch {
  text: string
  limit: number
  offset: number
}

/** What lies here comes first; a name that is here is not taken from an upstream. */
export async function findPackages(request: RegistryRequest, search: PackageSearch): Promise<FoundPackages> {
  const { locals, remotes } = await sourcesOf(request)
  const here = await findHere(request, locals, search)
  const found = { packages: here.packages, total: here.total }
  for (const remote of remotes) {
    // Each one's results stand behind all those before it.
    const limit = search.limit - found.packages.length
    const offset = Math.max(0, search.offset - found.total)
    const more = await findThere(request, remote, { ...search, limit: Math.max(1, limit), offset })
    const fresh = await notHere(request, remote, locals, more.packages)
    found.packages.push(...fresh.slice(0, Math.max(0, limit)))
    found.total += more.total
  }
  return found
}

/** More matches than this nobody pages through. */
const mostMatches = 20_000

async function findHere(
  { registry, actor }: RegistryRequest,
  repositories: readonly Repository[],
  { text, limit, offset }: PackageSearch,
): Promise<FoundPackages> {
  const [only, ...others] = repositories
  if (!only) return { packages: [], total: 0 }
  const pattern = `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const matching = registry.database.db
    .selectFrom('packages')
    .where(
      'repository_id',
      'in',
      repositories.map(({ id }) => id),
    )
    .where((where) =>
      where.or([
        sql<boolean>`lower(name) like ${pattern} escape '\\'`,
        sql<boolean>`lower(coalesce(description, '')) like ${pattern} escape '\\'`,
      ]),
    )
  if (others.length === 0 && canEverywhere(actor, 'read', only)) {
    const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
    const packages = await matching.selectAll().orderBy('name').limit(limit).offset(offset).execute()
    return { packages, total: Number(total) }
  }
  const rows = await matching.selectAll().orderBy('name').limit(mostMatches).execute()
  const byId = new Map(repositories.map((one) => [one.id, one]))
  const visible = rows.filter((row) => {
    const repository = byId.get(row.repository_id)
    return repository && can(actor, 'read', repository, folderOf(registry, repository, row.name))
  })
  const named = [...new Map(visible.toReversed().map((row) => [row.name, row])).values()].toReversed()
  return { packages: named.slice(offset, offset + limit), total: named.length }
}

/** What its upstream finds; what is cached when that cannot be asked. */
async function findThere(
  request: RegistryRequest,
  remote: Repository,
  search: PackageSearch,
): Promise<FoundPackages> {
  const upstream = formatOf(request.registry, remote).upstream?.search
  if (!upstream) return findHere(request, [remote], search)
  try {
    const answer = await askForJson(request, remote, { below: upstream.addressOf(search) })
    if (answer !== undefined) return upstream.read(answer)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
  }
  return findHere(request, [remote], search)
}

async function notHere(
  request: RegistryRequest,
  remote: Repository,
  locals: readonly Repository[],
  packages: readonly FoundPackage[],
): Promise<FoundPackage[]> {
  const { registry, actor } = request
  const names = packages.map(({ name }) => name)
  const held = await namesHeldHere(request, locals, names)
  return packages.filter(({ name }) => {
    const folder = folderOf(registry, remote, name)
    return !held.has(name) && handlesPath(remote, folder) && can(actor, 'read', remote, folder)
  })
}

const folderOf = (registry: RegistryRequest['registry'], repository: Repository, name: string) =>
  formatOf(registry, repository).pathOf?.({ package: name }) ?? `${name}/`
