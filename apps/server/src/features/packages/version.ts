import type { VersionDetails, VersionFile } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { notFound } from '../../platform/errors.ts'
import { nameOf } from '../../registry/paths.ts'
import { readProperties } from '../../registry/properties.ts'
import type { Services } from '../feature.ts'
import { readFacts } from './facts.ts'
import { canSeePackage, readPackageRows, readableRepositories, type PackageRows } from './readable.ts'
import { readVersions } from './versions.ts'

export async function getVersion(
  services: Services,
  actor: Actor,
  packageId: string,
  version: string,
  origin: string,
): Promise<VersionDetails> {
  const { db } = services.database
  const found = await readPackageRows(services, actor, packageId)
  const all = await readVersions(services, found)
  const index = all.findIndex((one) => one.version === version)
  const summary = all[index]
  const rows = (await readVersionRows(services, found, version)).filter((row) => {
    const repository = found.repositories.get(row.repository_id)
    return repository !== undefined && can(actor, 'read', repository, row.path)
  })
  const first = rows[0]
  if (!summary || !first) throw notFound('version', `${packageId} ${version}`)
  const facts = readFacts(first.facts)
  const properties = await readProperties(db, first.node_id)
  return {
    ...summary,
    packageId,
    format: found.format,
    name: found.name,
    description: facts.description,
    homepage: facts.homepage,
    source: facts.source,
    install: services.registry.formats.get(found.format)?.install(found.name, version) ?? [],
    readme: first.readme,
    dependencies: await markKnown(services, actor, found.format, facts.dependencies),
    files: rows.map((row) => toFile(row, found, origin)),
    properties: [...properties].map(([key, values]) => ({ key, values })),
    newer: all[index - 1]?.version ?? null,
    older: all[index + 1]?.version ?? null,
  }
}

const readVersionRows = (services: Services, found: PackageRows, version: string) =>
  services.database.db
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.version_id', 'versions.id')
    .innerJoin('blobs', 'blobs.sha256', 'nodes.sha256')
    .select(['versions.facts', 'versions.readme', 'nodes.id as node_id', 'nodes.repository_id', 'nodes.path'])
    .select(['nodes.size', 'nodes.mime_type', 'blobs.sha256', 'blobs.sha1', 'blobs.md5'])
    .where(
      'versions.package_id',
      'in',
      found.rows.map((row) => row.id),
    )
    .where('versions.version', '=', version)
    .orderBy('nodes.path')
    .limit(1000)
    .execute()

function toFile(
  row: Awaited<ReturnType<typeof readVersionRows>>[number],
  found: PackageRows,
  origin: string,
): VersionFile {
  const repository = found.repositories.get(row.repository_id)?.key ?? ''
  return {
    repository,
    path: row.path,
    name: nameOf(row.path),
    isLead: true,
    size: row.size,
    mimeType: row.mime_type,
    sha256: row.sha256,
    sha1: row.sha1,
    md5: row.md5,
    url: `${origin}/artifactory/${repository}/${row.path.split('/').map(encodeURIComponent).join('/')}`,
  }
}

/** Marks the dependencies that this installation holds, so that the reader can go on there. */
async function markKnown(
  services: Services,
  actor: Actor,
  format: string,
  dependencies: { name: string; range: string; kind: string }[],
): Promise<VersionDetails['dependencies']> {
  const shown = dependencies.slice(0, 2000)
  const names = [...new Set(shown.map((one) => one.name))]
  const known = new Set<string>()
  if (names.length > 0) {
    const readable = await readableRepositories(services, actor)
    const rows = await services.database.db
      .selectFrom('packages')
      .select(['name', 'repository_id'])
      .where('format', '=', format)
      .where('name', 'in', names)
      .where('repository_id', 'in', [...readable.keys(), ''])
      .execute()
    for (const row of rows)
      if (canSeePackage(services, actor, readable.get(row.repository_id), row.name)) known.add(row.name)
  }
  return shown.map((one) => ({ ...one, packageId: known.has(one.name) ? `${format}://${one.name}` : null }))
}
