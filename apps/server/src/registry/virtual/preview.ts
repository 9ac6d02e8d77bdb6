// Which members of a virtual repository answer, and why, told to whoever manages it. Members are asked as resolver.ts asks them, with
// the rights of whoever wants to know; each upstream once. Of files nothing is fetched.
import { badRequest, quote } from '../../platform/errors.ts'
import { handlesPath, refuseBlackedOut } from '../patterns.ts'
import { checkPath } from '../paths.ts'
import { formatOf, type Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { membersOf } from './members.ts'
import { ownersOf } from './owners.ts'
import { askForFile, askForPackage } from './preview-groups.ts'
import { barrierOf, type Told } from './preview-words.ts'

type MemberAnswer = Omit<Told, 'isEnd'> & Pick<Repository, 'key' | 'kind'>

interface Resolution {
  /** What clients get. */
  sentence: string
  /** In the order in which they are asked. */
  members: MemberAnswer[]
}

/** Whether packages are looked up by their names; else files by their paths. */
export const hasPackages = (registry: Registry, repository: Pick<Repository, 'format'>): boolean =>
  formatOf(registry, repository).upstream !== undefined

/** `asked` is the name of a package, or the path of a file where there are no packages. */
export async function previewResolution(request: RegistryRequest, asked: string): Promise<Resolution> {
  const { registry, repository } = request
  if (repository.kind !== 'virtual')
    throw badRequest(
      `${repository.key} is ${repository.kind}: only virtual repositories have members to ask.`,
    )
  refuseBlackedOut(repository)
  const isPackage = hasPackages(registry, repository)
  const what = isPackage ? packageName(request, asked) : checkPath(asked.replace(/^\/+/, ''))
  const members = await membersOf(registry, repository)
  if (!isPackage && !handlesPath(repository, what)) return leftOut(repository, members)
  const told = await ask(request, members, what, isPackage)
  const rows = members.flatMap((member) => {
    const one = told.get(member.id)
    return one ? [row(member, one)] : []
  })
  const ending = members.find(({ id }) => told.get(id)?.isEnd)
  const sentence = ending
    ? `Clients get an error: ${ending.key} fails, and is set to fail hard.`
    : conclusionOf(rows)
  return { sentence, members: rows }
}

function packageName({ registry, repository }: RegistryRequest, asked: string): string {
  const { label, upstream } = formatOf(registry, repository)
  const name = checkPath(asked)
  if (upstream?.document.addressOf(name) !== undefined) return name
  throw badRequest(`${quote(asked)} cannot be the name of a package of ${label}.`, 'name')
}

async function ask(
  request: RegistryRequest,
  members: readonly Repository[],
  what: string,
  isPackage: boolean,
): Promise<Map<string, Told>> {
  const { registry, repository } = request
  const path = isPackage ? (formatOf(registry, repository).pathOf?.({ package: what }) ?? `${what}/`) : what
  const told = new Map<string, Told>()
  const inUse = members.filter((one) => !one.config.blackedOut)
  const { priority, others } = await ownersOf(registry, repository, inUse, isPackage ? what : undefined)
  const taking = new Set([...priority, ...others])
  for (const one of members) {
    const barrier = barrierOf(request, one, path, taking.has(one))
    if (barrier) told.set(one.id, barrier)
  }
  const groups = [priority, others].map((group) => group.filter(({ id }) => !told.has(id)))
  await (isPackage ? askForPackage : askForFile)(request, groups, what, told)
  return told
}

const leftOut = (repository: Repository, members: readonly Repository[]): Resolution => ({
  sentence: `Nobody is asked: the include and exclude patterns of ${repository.key} leave this path out.`,
  members: members.map((one) =>
    row(one, { outcome: 'skipped', sentence: `The patterns of ${repository.key} leave the path out.` }),
  ),
})

const row = ({ key, kind }: Repository, { outcome, sentence }: Told): MemberAnswer => ({
  key,
  kind,
  outcome,
  sentence,
})

function conclusionOf(members: readonly MemberAnswer[]): string {
  if (members.length === 0) return 'Nobody answers: the repository has no members.'
  const answering = members.filter(({ outcome }) => outcome === 'answers').map(({ key }) => key)
  if (answering.length > 1)
    return `${answering.join(', ')} answer together: their versions are put into one list.`
  if (answering.length === 1) return `${answering[0]} answers.`
  const failed = members.find(({ outcome }) => outcome === 'failed')
  return failed
    ? `Nobody answers, and ${failed.key} could not be asked: clients are told of that.`
    : 'Nobody has it: clients are told that it is not found.'
}
