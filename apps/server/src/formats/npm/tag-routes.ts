// Dist-tags. https://github.com/npm/registry/blob/main/docs/user/dist-tags.md (path below `-/package`)
import { badRequest, notFound } from '../../platform/errors.ts'
import { changePackage } from '../../registry/changes.ts'
import { json, parseJson, readBody, type WireReply } from '../../registry/reply.ts'
import type { RegistryRequest } from '../../registry/request.ts'
import { readContents } from '../../registry/resolve/resolve.ts'
import type { RegistryRouter } from '../../registry/route-table.ts'
import { checkTag } from './names.ts'

export function tagRoutes(route: RegistryRouter): void {
  route.on('GET', '/-/package/{package}/dist-tags', 'read', listTags)
  route.on('PUT', '/-/package/{package}/dist-tags/{tag}', 'deploy', setTag)
  route.on('POST', '/-/package/{package}/dist-tags/{tag}', 'deploy', setTag)
  route.on('DELETE', '/-/package/{package}/dist-tags/{tag}', 'deploy', removeTag)
}

async function listTags(request: RegistryRequest): Promise<WireReply> {
  const name = request.params['package'] ?? ''
  const contents = await readContents(request, name)
  if (!contents) throw notFound('package', name)
  return json(200, Object.fromEntries(contents.tags.map(({ tag, version }) => [tag, version])))
}

async function setTag(request: RegistryRequest): Promise<WireReply> {
  const version = parseJson((await readBody(request.body, 64 * 1024)).toString('utf8'))
  if (typeof version !== 'string') throw badRequest('The body must be the version as a JSON string.')
  return change(request, version)
}

async function removeTag(request: RegistryRequest): Promise<WireReply> {
  if (request.params['tag'] === 'latest')
    throw badRequest(
      'The tag latest cannot be removed: every package has one. Point it to another version instead.',
    )
  return change(request, null)
}

async function change(request: RegistryRequest, version: string | null): Promise<WireReply> {
  const { registry, actor, repository, params } = request
  const tag = checkTag(params['tag'] ?? '')
  await changePackage(registry, actor, repository, params['package'] ?? '', {
    tags: new Map([[tag, version]]),
  })
  return json(200, { ok: true })
}
