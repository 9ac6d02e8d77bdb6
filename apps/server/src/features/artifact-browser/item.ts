// Everything about one file, folder or repository that a page of details shows at once.
import type { ItemDetails, ItemFile, ItemRepository, ItemUpstream } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { NodeRow } from '../../platform/db/schema.ts'
import { archiveKindOf } from '../../registry/archives/archive.ts'
import { nameOf } from '../../registry/paths.ts'
import { readProperties } from '../../registry/properties.ts'
import { formatOf } from '../../registry/registry.ts'
import { remoteConfig, type Repository } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'
import { findNodeAt, findPlace, type Asked, type Found, type FoundNode } from '../../registry/places.ts'
import { abilitiesAt, treeKindOf } from './places.ts'
import { listReaching } from './reaching.ts'

export async function getItem(
  services: Services,
  actor: Actor,
  asked: Asked,
  origin: string,
): Promise<ItemDetails> {
  const place = await findPlace(services, actor, asked)
  return place.path === ''
    ? describeRepository(services, actor, place, origin)
    : describeNode(services, actor, await findNodeAt(services, actor, asked), origin)
}

async function describeRepository(
  services: Services,
  actor: Actor,
  { repository, members }: Found,
  origin: string,
): Promise<ItemDetails> {
  return {
    ...sharedFacts(repository, repository, '', origin),
    name: repository.key,
    createdAt: repository.createdAt,
    createdBy: '',
    modifiedAt: repository.createdAt,
    modifiedBy: '',
    file: null,
    repositoryFacts: await factsOf(services, repository, members, origin),
    remoteUrl: upstreamOf(repository, ''),
    reachedThrough: await listReaching(services, repository),
    properties: [],
    can: abilitiesAt(actor, repository, undefined),
  }
}

async function factsOf(
  services: Services,
  repository: Repository,
  members: Repository[],
  origin: string,
): Promise<ItemRepository> {
  const sum = await services.database.db
    .selectFrom('storage_sums')
    .selectAll()
    .where('repository_id', '=', repository.id)
    .executeTakeFirst()
  return {
    kind: treeKindOf(repository),
    description: repository.description,
    files: sum?.files ?? null,
    folders: sum?.folders ?? null,
    bytes: sum?.bytes ?? null,
    clientUrl: origin + formatOf(services.registry, repository).clientPath(repository.key),
    members: repository.kind === 'virtual' ? members.map((member) => member.key) : [],
    upstream: repository.kind === 'remote' ? upstreamFacts(services, repository) : null,
  }
}

function upstreamFacts({ registry }: Services, remote: Repository): ItemUpstream {
  const { lastSuccessAt, lastFailureAt, lastFailure = '' } = registry.remotes.healths.of(remote)
  const isFailing = lastFailureAt !== undefined && lastFailureAt > (lastSuccessAt ?? 0)
  return {
    isOffline: remoteConfig(remote).offline,
    answeredAt: lastSuccessAt?.toISOString() ?? null,
    failure: isFailing ? lastFailure : '',
    hitShare: registry.remotes.healths.hitShare(remote, registry.clock.now()),
  }
}

async function describeNode(
  services: Services,
  actor: Actor,
  { repository, holder, node }: FoundNode,
  origin: string,
): Promise<ItemDetails> {
  const properties = await readProperties(services.database.db, node.id)
  const path = node.kind === 'folder' ? `${node.path}/` : node.path
  return {
    ...sharedFacts(repository, holder, node.path, origin),
    name: nameOf(node.path),
    createdAt: node.created_at,
    createdBy: node.created_by,
    modifiedAt: node.modified_at,
    modifiedBy: node.modified_by,
    file: node.sha256 === null ? null : await fileFacts(services, node, node.sha256),
    repositoryFacts: null,
    remoteUrl: upstreamOf(holder, node.path),
    reachedThrough: await listReaching(services, holder),
    properties: [...properties].map(([key, values]) => ({ key, values })),
    can: abilitiesAt(actor, holder, path),
  }
}

const upstreamOf = (repository: Repository, path: string): string | null =>
  repository.kind === 'remote' ? `${remoteConfig(repository).url.replace(/\/+$/, '')}/${path}` : null

const sharedFacts = (repository: Repository, holder: Repository, path: string, origin: string) => ({
  repository: repository.key,
  path,
  format: repository.format,
  repositoryKind: treeKindOf(repository),
  heldBy: holder.key,
  url: `${origin}/artifactory/${[repository.key, ...path.split('/')]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`,
})

async function fileFacts(services: Services, node: NodeRow, sha256: string): Promise<ItemFile> {
  const { db } = services.database
  const blob = await db
    .selectFrom('blobs')
    .select(['sha1', 'md5'])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  const stats = await db
    .selectFrom('node_stats')
    .selectAll()
    .where('node_id', '=', node.id)
    .executeTakeFirst()
  const version = node.version_id === null ? undefined : await readVersion(services, node.version_id)
  const format = version && services.registry.formats.get(version.format)
  return {
    size: node.size,
    mimeType: node.mime_type,
    sha256,
    ...blob,
    downloads: Number(stats?.downloads ?? 0),
    downloadedAt: stats?.downloaded_at ?? null,
    downloadedBy: stats?.downloaded_by ?? null,
    package: version
      ? { id: `${version.format}://${version.name}`, name: version.name, version: version.version }
      : null,
    install: version && format ? format.install(version.name, version.version) : [],
    isArchive: archiveKindOf(node.path) !== undefined,
  }
}

const readVersion = (services: Services, versionId: string) =>
  services.database.db
    .selectFrom('versions')
    .innerJoin('packages', 'packages.id', 'versions.package_id')
    .select(['packages.format', 'packages.name', 'versions.version'])
    .where('versions.id', '=', versionId)
    .executeTakeFirst()
