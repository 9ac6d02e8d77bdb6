// From a path to what the upstream is asked for: its address there, what it must be, how large it may get.
import type { PackageContents } from '../packages.ts'
import { formatOf } from '../registry.ts'
import type { RegistryRequest } from '../request.ts'
import { fileAddress, sourceAddress, viaOf } from './address.ts'
import { lookUpstream, wantedDocument } from './document.ts'
import { UpstreamFailure } from './failure.ts'
import type { WantedFile } from './fill.ts'

export async function wantedFile(request: RegistryRequest, path: string): Promise<WantedFile> {
  const { registry, repository: remote } = request
  const name = formatOf(registry, remote).upstream?.document.nameAt(path)
  if (name !== undefined) return wantedDocument(request, path, name)
  const told = await whatIsTold(request, path)
  const { limits } = registry
  return { address: fileAddress(remote, path), ...told, path, headers: viaOf(request), limit: limits.upload }
}

/** What the document of its package says about a file; nothing when there is none. */
async function whatIsTold(request: RegistryRequest, path: string): Promise<Partial<WantedFile>> {
  const format = formatOf(request.registry, request.repository)
  const name = format.nameAt?.(path)
  const contents = name === undefined ? undefined : await contentsOf(request, name)
  const version = contents?.versions.find((one) => one.path === path)
  if (!contents || !version) return {}
  const tags = contents.tags.filter((one) => one.version === version.version).map(({ tag }) => tag)
  const address = sourceAddress(request.repository, version.source)
  return {
    ...(address !== undefined && { address }),
    expected: { sha1: version.sha1, sha512: version.sha512 },
    ...(format.tagProperty && { properties: new Map([[format.tagProperty, tags]]) }),
  }
}

/** Without its document a file can still be had, only that nobody tells what it must be. */
async function contentsOf(request: RegistryRequest, name: string): Promise<PackageContents | undefined> {
  try {
    return await (await lookUpstream(request, name))?.read()
  } catch (error) {
    if (error instanceof UpstreamFailure) return undefined
    throw error
  }
}
