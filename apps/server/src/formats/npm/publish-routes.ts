// Publishing, deprecating, unpublishing. npm sends the whole packument each time; what it may change is taken from it,
// what a tarball says about itself is read from the tarball.
import { enqueue } from '../../registry/work.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import { refuseAnnounced } from '../../registry/body-limit.ts'
import { changePackage } from '../../registry/changes.ts'
import { removeFiles, storeFile } from '../../registry/files.ts'
import { findPackage } from '../../registry/packages.ts'
import { readTags } from '../../registry/tags.ts'
import { propertyValueLimit } from '../../registry/paths.ts'
import { json, text, type WireReply } from '../../registry/reply.ts'
import type { RegistryRequest } from '../../registry/request.ts'
import type { RegistryRouter } from '../../registry/route-table.ts'
import { singleLine } from './facts.ts'
import { isObject } from './json.ts'
import { checkPackageName, checkTag, tarballPath } from './names.ts'
import { explainBreak } from './body/body-cursor.ts'
import { readPublishBody, smallBody, type PublishBody } from './body/publish-body.ts'
import { getTarballFile, packageOf } from './requests.ts'

export function publishRoutes(route: RegistryRouter): void {
  route.on('PUT', '/{package}', 'deploy', publish)
  route.on('PUT', '/{package}/-rev/{revision}', 'delete', rewrite)
  route.on('DELETE', '/{package}/-rev/{revision}', 'delete', unpublishAll)
  route.on('DELETE', '/{package}/-/{file}/-rev/{revision}', 'delete', unpublishFile)
  route.on('POST', '/reindex', 'manage', reindex)
}

async function publish(request: RegistryRequest): Promise<WireReply> {
  const name = checkPackageName(packageOf(request))
  const body = await readBodyOf(request)
  try {
    const document = checkDocument(body.document, name)
    if (body.attachments.size === 0) return await update(request, name, document)
    await storeVersion(request, name, document, body.attachments)
    return json(201, { ok: true, success: true })
  } finally {
    // What was not taken over is thrown away; keeping wins over discarding.
    for (const { staged } of body.attachments.values()) await staged.discard()
  }
}

async function readBodyOf(request: RegistryRequest): Promise<PublishBody> {
  const { blobs, limits } = request.registry
  if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity')
    throw new AppError('unsupported-type', 'Compressed publish bodies are not taken. Send it plain.')
  // Base64 makes four characters of three bytes.
  refuseAnnounced(request, Math.ceil((limits.upload * 4) / 3) + limits.metadata)
  const small = await request.readSmallBody(smallBody).catch(explainBreak)
  return readPublishBody(small ?? request.body, {
    metadataLimit: limits.metadata,
    // Nearly all of a large body is its tarball.
    stage: (bytes) => blobs.stage(bytes, { limit: limits.upload, announced: bytesIn(request), sha512: true }),
  })
}

const bytesIn = ({ headers }: RegistryRequest) => Math.floor((Number(headers['content-length'] ?? 0) * 3) / 4)

interface PublishDocument {
  versions: Map<string, Record<string, unknown>>
  tags: Map<string, string>
}

function checkDocument(document: unknown, name: string): PublishDocument {
  if (!isObject(document)) throw badRequest('The publish body must be a JSON object.')
  if (document['name'] !== name)
    throw badRequest(
      `The body is about ${JSON.stringify(document['name'] ?? null)}, the address about ${JSON.stringify(name)}. They must be the same.`,
      'name',
    )
  const versions = isObject(document['versions']) ? document['versions'] : {}
  const tags = isObject(document['dist-tags']) ? document['dist-tags'] : {}
  return {
    versions: new Map(
      Object.entries(versions).flatMap(([version, value]) => (isObject(value) ? [[version, value]] : [])),
    ),
    tags: new Map(
      Object.entries(tags).map(([tag, version]) => {
        if (typeof version !== 'string') throw badRequest('Each dist-tag must name a version.', 'dist-tags')
        return [checkTag(tag), version]
      }),
    ),
  }
}

async function storeVersion(
  request: RegistryRequest,
  name: string,
  document: PublishDocument,
  attachments: PublishBody['attachments'],
): Promise<void> {
  const { registry, repository, actor } = request
  const [version, manifest] = onlyVersion(document)
  const tarball = [...attachments].find(([file]) => file.endsWith('.tgz'))?.[1]
  if (!tarball)
    throw badRequest('The publish body has no tarball: no attachment ends in .tgz.', '_attachments')
  if (tarball.declaredLength !== undefined && tarball.declaredLength !== tarball.staged.size)
    throw badRequest(
      `The tarball has ${tarball.staged.size} bytes, not ${tarball.declaredLength} as announced. Publish again.`,
      '_attachments',
    )
  checkDigests(manifest, tarball.staged)
  const tags = [...document.tags].filter(([, tagged]) => tagged === version).map(([tag]) => tag)
  const properties = new Map([['npm.disttag', tags]])
  if (typeof manifest['deprecated'] === 'string' && manifest['deprecated'] !== '')
    properties.set('npm.deprecated', [reasonOf(manifest['deprecated'])])
  await storeFile(registry, {
    actor,
    repository,
    path: tarballPath(name, version),
    staged: tarball.staged,
    properties,
    onConflict: 'refuse',
    check: (description) => {
      if (description?.name !== name || description.version !== version)
        throw badRequest(
          `The tarball's package.json says ${JSON.stringify(description?.name ?? null)} ${JSON.stringify(description?.version ?? null)}, the publish body ${JSON.stringify(name)} ${JSON.stringify(version)}. They must be the same.`,
        )
    },
  })
}

function onlyVersion(document: PublishDocument): [string, Record<string, unknown>] {
  const [first, ...others] = document.versions
  if (!first || others.length > 0)
    throw badRequest(`A publish brings exactly one version, this one ${document.versions.size}.`, 'versions')
  return first
}

/** What the client measured before it sent must be what arrived. */
function checkDigests(manifest: Record<string, unknown>, staged: { sha1: string; sha512: string }): void {
  const dist = isObject(manifest['dist']) ? manifest['dist'] : {}
  const { shasum, integrity } = dist
  const isWrong =
    (typeof shasum === 'string' && shasum.toLowerCase() !== staged.sha1) ||
    (typeof integrity === 'string' &&
      integrity.startsWith('sha512-') &&
      integrity !== `sha512-${staged.sha512}`)
  if (isWrong)
    throw new AppError(
      'checksum-mismatch',
      'The tarball that arrived is not the one that the client measured: its digest differs. Nothing was stored; publish again.',
    )
}

/** A packument without attachments: `npm deprecate` sets reasons in it. */
async function update(request: RegistryRequest, name: string, document: PublishDocument): Promise<WireReply> {
  const { registry, actor, repository } = request
  const found = await findPackage(registry.database.db, repository.id, name)
  if (!found) throw notFound('package', name)
  const known = await registry.database.db
    .selectFrom('versions')
    .select(['version', 'deprecated'])
    .where('package_id', '=', found.id)
    .execute()
  const deprecations = new Map<string, string | null>()
  for (const { version, deprecated } of known) {
    const wanted = document.versions.get(version)?.['deprecated']
    if (!document.versions.has(version)) continue
    const reason = typeof wanted === 'string' && wanted !== '' ? reasonOf(wanted) : null
    if (reason !== deprecated) deprecations.set(version, reason)
  }
  await changePackage(registry, actor, repository, name, { deprecations })
  return json(200, { ok: true, success: true })
}

/** First half of `npm unpublish name@version`: the tags without the version. The file goes by the DELETE that follows. */
async function rewrite(request: RegistryRequest): Promise<WireReply> {
  const { registry, actor, repository, params } = request
  const name = checkPackageName(packageOf(request))
  const { document, attachments } = await readBodyOf(request)
  for (const { staged } of attachments.values()) await staged.discard()
  const { tags, versions } = checkDocument(document, name)
  const found = await findPackage(registry.database.db, repository.id, name)
  if (!found) throw notFound('package', name)
  const wanted = new Map<string, string | null>()
  for (const { tag, version } of await readTags(registry.database.db, found.id)) {
    if (!tags.has(tag) && !versions.has(version) && tag !== 'latest') wanted.set(tag, null)
  }
  for (const [tag, version] of tags) wanted.set(tag, version)
  await changePackage(registry, actor, repository, name, {
    tags: wanted,
    expectedRevision: revisionOf(params['revision'] ?? ''),
  })
  return json(200, { ok: true })
}

async function unpublishAll(request: RegistryRequest): Promise<WireReply> {
  const { registry, actor, repository } = request
  const name = checkPackageName(packageOf(request))
  const found = await findPackage(registry.database.db, repository.id, name)
  if (!found) throw notFound('package', name)
  await removeFiles(registry, actor, repository, name)
  return json(200, { ok: true })
}

async function unpublishFile(request: RegistryRequest): Promise<WireReply> {
  const { path } = await getTarballFile(request)
  await removeFiles(request.registry, request.actor, request.repository, path)
  return json(200, { ok: true })
}

async function reindex(request: RegistryRequest): Promise<WireReply> {
  await enqueue(request.registry, { kind: 'rebuild-facts', repository: request.repository.key })
  return text(202, `The packages of ${request.repository.key} are being made again from their files.\n`)
}

/** It becomes a property, whose length is limited in bytes. */
function reasonOf(text: string): string {
  const line = singleLine(text, 1000)
  return Buffer.byteLength(line) > propertyValueLimit ? singleLine(line, 600) : line
}

/** `12-abc` was revision 12. */
const revisionOf = (text: string): number | undefined => {
  const number = Number.parseInt(text, 10)
  return Number.isNaN(number) ? undefined : number
}
