// The versions of a package over all repositories that one may read, in the order of the format.
import type { Page, VersionSummary } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Services } from '../feature.ts'
import { readVersionDownloads } from './downloads.ts'
import { readPackageRows, type PackageRows } from './readable.ts'

interface VersionQuery {
  version?: string | undefined
  ignorePreRelease: 'true' | 'false'
  after?: string | undefined
  limit: number
}

export async function listVersions(
  services: Services,
  actor: Actor,
  packageId: string,
  query: VersionQuery,
): Promise<Page<VersionSummary>> {
  const found = await readPackageRows(services, actor, packageId)
  const all = await readVersions(services, found)
  const words = query.version?.trim() ?? ''
  const matching = all.filter(
    (one) =>
      one.version.includes(words) && (query.ignorePreRelease === 'false' || !one.version.includes('-')),
  )
  const start = query.after === undefined ? 0 : startBehind(services, found.format, matching, query.after)
  const items = matching.slice(start, start + query.limit)
  return {
    items,
    total: matching.length,
    hasNextPage: start + items.length < matching.length,
    endCursor: items.at(-1)?.version ?? null,
  }
}

/** Behind the version where the page before ended, also when that one was removed meanwhile. */
function startBehind(
  services: Services,
  format: string,
  versions: readonly VersionSummary[],
  cursor: string,
): number {
  const known = versions.findIndex((one) => one.version === cursor)
  if (known >= 0) return known + 1
  const compare = services.registry.formats.get(format)?.compareVersions ?? (() => 0)
  const next = versions.findIndex((one) => compare(one.version, cursor) < 0)
  return next < 0 ? versions.length : next
}

/** Newest first by the format's own comparison; one entry for a version that several repositories hold. */
export async function readVersions(services: Services, found: PackageRows): Promise<VersionSummary[]> {
  const { db } = services.database
  const packageIds = found.rows.map((row) => row.id)
  const rows = await db
    .selectFrom('versions')
    .select(['id', 'package_id', 'version', 'size', 'licence', 'deprecated', 'created_at', 'created_by'])
    .where('package_id', 'in', packageIds)
    .execute()
  const tags = await db.selectFrom('tags').selectAll().where('package_id', 'in', packageIds).execute()
  const downloads = await readVersionDownloads(db, packageIds)
  const repositoryOf = new Map(
    found.rows.map((row) => [row.id, found.repositories.get(row.repository_id)?.key ?? '']),
  )
  const compare = services.registry.formats.get(found.format)?.compareVersions ?? (() => 0)
  return [...Map.groupBy(rows, (row) => row.version)]
    .map(([version, copies]) => {
      const first = copies.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0]
      return {
        version,
        publishedAt: first?.created_at ?? '',
        publishedBy: first?.created_by ?? null,
        repositories: copies.map((copy) => repositoryOf.get(copy.package_id) ?? ''),
        size: first?.size ?? 0,
        licence: first?.licence ?? null,
        deprecated: first?.deprecated ?? null,
        downloads: copies.reduce((sum, copy) => sum + (downloads.get(copy.id) ?? 0), 0),
        tags: [...new Set(tags.filter((tag) => tag.version === version).map((tag) => tag.tag))],
      }
    })
    .toSorted((a, b) => compare(b.version, a.version))
}
