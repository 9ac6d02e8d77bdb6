// Asks the members of a virtual repository group by group, those with priority first, and notes what each of them says. What
// resolver.ts does at once is done at once here, and what it does in turn, in turn.
import { AppError } from '../../platform/errors.ts'
import { findFiles } from '../file-nodes.ts'
import { lookUpstream } from '../remote/document.ts'
import { probeFile } from '../remote/probe.ts'
import { isLocal, type Repository } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { localResolver } from '../resolve/local.ts'
import { skipped, type Told } from './preview-words.ts'

type Groups = readonly (readonly Repository[])[]

export async function askForPackage(
  request: RegistryRequest,
  groups: Groups,
  name: string,
  told: Map<string, Told>,
): Promise<void> {
  let before: Told | undefined
  for (const group of groups) {
    if (before) {
      for (const { id } of group) told.set(id, before)
      continue
    }
    const answers = await Promise.all(group.map((one) => countVersions(request.on(one), name)))
    const end = group.find((_one, index) => answers[index]?.isEnd)
    for (const [index, { id }] of group.entries()) {
      const answer = answers[index]
      if (answer) told.set(id, end && answer.outcome === 'answers' ? endedBy(end) : answer)
    }
    const first = group.find((_one, index) => answers[index]?.outcome === 'answers')
    if (end) before = endedBy(end)
    else if (first) before = skipped(`Not asked: ${first.key} has priority and has the package.`)
  }
}

async function countVersions(request: RegistryRequest, name: string): Promise<Told> {
  const look = isLocal(request.repository) ? localResolver.look : lookUpstream
  return orFailure(request.repository, async () => {
    const contents = await (await look(request, name))?.read()
    if (!contents) return missing('It does not have the package.')
    const { length } = contents.versions
    return { outcome: 'answers', sentence: `Has ${length === 1 ? 'one version' : `${length} versions`}.` }
  })
}

export async function askForFile(
  request: RegistryRequest,
  groups: Groups,
  path: string,
  told: Map<string, Told>,
): Promise<void> {
  const members = groups.flat()
  const held = await findFiles(request.registry, members.filter(isLocal), path)
  let before: Told | undefined
  for (const member of members) {
    const answer = isLocal(member)
      ? inStore(held.has(member.id), before)
      : (before ?? (await inRemote(request.on(member), path)))
    told.set(member.id, answer)
    if (answer.isEnd) before = endedBy(member)
    else if (answer.outcome === 'answers')
      before = skipped(`Not asked: ${member.key} comes first and has it.`)
  }
}

function inStore(isHeld: boolean, before: Told | undefined): Told {
  if (before) return isHeld ? skipped(`Has it, too. ${before.sentence}`) : before
  return isHeld ? { outcome: 'answers', sentence: 'Has the file.' } : missing('It does not have the file.')
}

const inRemote = (request: RegistryRequest, path: string): Promise<Told> =>
  orFailure(request.repository, async () => {
    const place = await probeFile(request, path)
    if (place === undefined) return missing('Its upstream does not have the file.')
    return {
      outcome: 'answers',
      sentence: place === 'cache' ? 'Has the file in its cache.' : 'Its upstream has the file.',
    }
  })

async function orFailure(member: Repository, asking: () => Promise<Told>): Promise<Told> {
  try {
    return await asking()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { outcome: 'failed', sentence: error.message, isEnd: member.config.hardFail === true }
  }
}

const missing = (sentence: string): Told => ({ outcome: 'missing', sentence })

const endedBy = ({ key }: Repository) => skipped(`Does not count: ${key} is set to fail hard, and fails.`)
