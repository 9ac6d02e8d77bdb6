// Which file an address means that does not name it outright: the newest of several versions, or one with the properties that
// stand behind its path. Through a virtual repository it is one file of one member, and that one is served.
import { can } from '../access/rules/permissions.ts'
import { findFiles } from './file-nodes.ts'
import { asksForLatest, findBuild, findLatest, hasProperties } from './latest.ts'
import { handlesPath, refuseBlackedOut } from './patterns.ts'
import { formatOf } from './registry.ts'
import type { Repository } from './repositories.ts'
import type { RegistryRequest } from './request.ts'
import { readableMembers } from './virtual/members.ts'
import { holdersOf } from './virtual/resolver.ts'

export interface ChosenFile {
  /** To the repository that holds the file, or to the one that was addressed where the path says all. */
  request: RegistryRequest
  path: string
}

/** Undefined when no file that is held here is meant. */
export async function chooseFile(request: RegistryRequest, path: string): Promise<ChosenFile | undefined> {
  if (asksForLatest(path)) return chooseNewest(request, path)
  return request.target.properties.size === 0 ? { request, path } : chooseAnnotated(request, path)
}

/** For a path at which nothing lies: the newest build of the snapshot that it names, of all members. */
export async function chooseBuild(request: RegistryRequest, path: string): Promise<ChosenFile | undefined> {
  if (!path.includes('-SNAPSHOT/') || request.target.properties.size > 0) return undefined
  const found = await Promise.all(
    (await heldBy(request, path)).map(async (member) => ({
      member,
      file: await findBuild(request.registry, member, path),
    })),
  )
  const newestFirst = found
    .flatMap(({ member, file }) =>
      file && can(request.actor, 'read', member, file.path) ? [{ member, file }] : [],
    )
    .toSorted((a, b) => Number(a.file.path < b.file.path) - Number(a.file.path > b.file.path))
  const [newest] = newestFirst
  return newest && { request: at(request, newest.member), path: newest.file.path }
}

/** The newest of all members: each has its own newest, and of two with the same version the first member's counts. */
async function chooseNewest(request: RegistryRequest, path: string): Promise<ChosenFile | undefined> {
  const { registry, repository, actor, target } = request
  const members = await readableMembers(request)
  const found = await Promise.all(
    members.map(async (member) => ({
      member,
      latest: await findLatest(registry, actor, member, path, target.properties),
    })),
  )
  const { compareVersions } = formatOf(registry, repository)
  const newestFirst = found
    .flatMap(({ member, latest }) => (latest ? [{ member, ...latest }] : []))
    .toSorted((a, b) => compareVersions(b.version, a.version))
  for (const { member, file } of newestFirst)
    if ((await heldBy(request, file.path)).some(({ id }) => id === member.id))
      return { request: at(request, member), path: file.path }
  return undefined
}

async function chooseAnnotated(request: RegistryRequest, path: string): Promise<ChosenFile | undefined> {
  const { registry, target } = request
  const members = await heldBy(request, path)
  const files = await findFiles(registry, members, path)
  for (const member of members) {
    const file = files.get(member.id)
    if (file && (await hasProperties(registry.database.db, file.id, target.properties)))
      return { request: at(request, member), path }
  }
  return undefined
}

/** The repositories that may answer for a path; what was addressed itself is asked first. */
async function heldBy(request: RegistryRequest, path: string): Promise<Repository[]> {
  const { repository } = request
  refuseBlackedOut(repository)
  if (!handlesPath(repository, path)) return []
  return repository.kind === 'virtual' ? holdersOf(request, path) : readableMembers(request)
}

/** A remote repository is asked itself, which looks whether its upstream has a newer state of the file. */
const at = (request: RegistryRequest, member: Repository): RegistryRequest =>
  request.repository.kind === 'virtual' ? request.on(member) : request
