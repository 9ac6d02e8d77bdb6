// How virtual repositories hang together: members exist and are of the same package type, no virtual is its own member
// in the end, and what is deleted vanishes from all of them.
import type { Db } from '../../platform/db/connect.ts'
import { badRequest, quote } from '../../platform/errors.ts'
import type { RepositoryRow } from '../../platform/db/schema.ts'
import type { Settings } from './read.ts'

interface Node {
  kind: string
  format: string
  members: string[]
  deployTo: string
}

/** Inside the transaction that wrote them: looks at the virtual repositories of these keys in the state they are in now. */
export async function requireSoundVirtuals(db: Db, keys: readonly string[]): Promise<void> {
  const rows = await db.selectFrom('repositories').select(['key', 'kind', 'format', 'settings']).execute()
  const nodes = new Map(rows.map((row) => [row.key, toNode(row)]))
  for (const key of keys) {
    const node = nodes.get(key)
    if (node?.kind !== 'virtual') continue
    requireMembers(nodes, key, node)
    requireDeployTarget(nodes, key, node)
    const circle = findCircle(nodes, key)
    if (circle)
      throw badRequest(`${circle.join(' → ')}: a virtual repository cannot hold itself.`, 'repositories')
  }
}

function requireMembers(nodes: ReadonlyMap<string, Node>, key: string, { format, members }: Node): void {
  if (new Set(members).size < members.length)
    throw badRequest(`The virtual repository ${key} names a member twice.`, 'repositories')
  for (const name of members) {
    const member = nodes.get(name)
    if (!member)
      throw badRequest(`${key}: there is no repository ${quote(name)} to be its member.`, 'repositories')
    if (member.format !== format)
      throw badRequest(
        `${key}: ${name} has the package type ${member.format}; members of this repository have ${format}.`,
        'repositories',
      )
  }
}

function requireDeployTarget(
  nodes: ReadonlyMap<string, Node>,
  key: string,
  { members, deployTo }: Node,
): void {
  if (deployTo === '') return
  const kind = nodes.get(deployTo)?.kind
  if (!members.includes(deployTo) || (kind !== 'local' && kind !== 'federated'))
    throw badRequest(
      `${key}: the default deployment repository ${quote(deployTo)} is none of its local members.`,
      'defaultDeploymentRepo',
    )
}

/** The way from a virtual repository back to itself. */
function findCircle(nodes: ReadonlyMap<string, Node>, start: string): string[] | undefined {
  const seen = new Set<string>()
  const walk = (key: string, way: string[]): string[] | undefined => {
    for (const member of nodes.get(key)?.members ?? []) {
      if (member === start) return [...way, member]
      if (seen.has(member)) continue
      seen.add(member)
      const circle = walk(member, [...way, member])
      if (circle) return circle
    }
    return undefined
  }
  return walk(start, [start])
}

function toNode(row: Pick<RepositoryRow, 'kind' | 'format' | 'settings'>): Node {
  const settings = row.kind === 'virtual' ? (JSON.parse(row.settings) as Settings) : {}
  // As readSettings wrote them.
  const { repositories = [], defaultDeploymentRepo = '' } = settings as Partial<Record<string, never>>
  return { kind: row.kind, format: row.format, members: repositories, deployTo: defaultDeploymentRepo }
}

/** The virtual repositories that have this one as a direct member. */
export async function virtualsWith(db: Db, key: string): Promise<RepositoryRow[]> {
  const rows = await db.selectFrom('repositories').selectAll().where('kind', '=', 'virtual').execute()
  return rows.filter((row) => toNode(row).members.includes(key))
}

/** Returns the keys of the virtual repositories that lost the member. */
export async function dropMember(db: Db, key: string): Promise<string[]> {
  const concerned = await virtualsWith(db, key)
  if (concerned.length === 0) return []
  await db
    .insertInto('repositories')
    .values(concerned.map((row) => ({ ...row, settings: withoutMember(row.settings, key) })))
    .onConflict((on) =>
      on.column('id').doUpdateSet((update) => ({ settings: update.ref('excluded.settings') })),
    )
    .execute()
  return concerned.map((row) => row.key)
}

function withoutMember(text: string, key: string): string {
  const settings = JSON.parse(text) as Settings & { repositories: string[] }
  const repositories = settings.repositories.filter((one) => one !== key)
  const deployTo = settings.defaultDeploymentRepo === key ? '' : settings.defaultDeploymentRepo
  return JSON.stringify({ ...settings, repositories, defaultDeploymentRepo: deployTo })
}
