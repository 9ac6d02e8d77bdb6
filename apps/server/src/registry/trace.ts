// How an address is resolved, told as text: for people who wonder why a file is found, or is not.
import { can, decide } from '../access/rules/permissions.ts'
import type { Actor } from '../access/actor.ts'
import { findNode } from './nodes.ts'
import type { Registry } from './registry.ts'
import type { Repository } from './repositories.ts'
import { physicalMembers } from './virtual/members.ts'

export async function traceFile(
  registry: Registry,
  actor: Actor,
  repository: Repository,
  path: string,
): Promise<string> {
  const lines = [
    `Request ID: ${registry.clock.now().toISOString()}`,
    `Repo Path ID: ${repository.key}:${path}`,
    `User: ${actor.name}`,
    `The repository ${repository.key} is ${repository.kind} and holds ${repository.format} packages.`,
  ]
  const members = await physicalMembers(registry, repository)
  if (repository.kind === 'virtual')
    lines.push(`It stands for ${members.map(({ key }) => key).join(', ') || 'nothing'}, asked in this order.`)
  let isFound = false
  for (const member of members) {
    const line = await traceMember(registry, actor, member, path, isFound)
    isFound ||= line.isFound
    lines.push(line.text)
  }
  lines.push(isFound ? 'The file is served.' : 'Nothing that may be served was found: 404.')
  return `${lines.join('\n')}\n`
}

async function traceMember(
  registry: Registry,
  actor: Actor,
  member: Repository,
  path: string,
  isFoundBefore: boolean,
): Promise<{ text: string; isFound: boolean }> {
  const say = (text: string, isFound = false) => ({ text: `${member.key}: ${text}`, isFound })
  if (!can(actor, 'read', member, path)) {
    const decision = decide(actor, 'read', member, path)
    return say(decision.allowed ? 'may be read.' : decision.why)
  }
  const node = await findNode(registry.database.db, member.id, path)
  if (!node)
    return say(
      member.isCache ? 'not in the cache; the upstream is asked when the file is fetched.' : 'no such file.',
    )
  if (node.kind === 'folder') return say('a folder, which is shown as a list.', true)
  if (isFoundBefore) return say(`has it too (SHA-256 ${node.sha256}), but an earlier one comes first.`)
  return say(
    `has it: ${node.size} bytes, SHA-256 ${node.sha256}, stored ${node.modified_at} by ${node.modified_by}.`,
    true,
  )
}
