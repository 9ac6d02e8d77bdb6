// Which rules a set of people has, read piece by piece and each piece kept: a change of one permission reads that
// permission again and nothing else, a change of members reads no rules at all.
import type { Db } from '../../platform/db/connect.ts'
import type { Access } from '../access.ts'
import { compileBuildPatterns } from './build-rules.ts'
import { compilePatterns, buildRules, bitsOf, type Rule, type Rules, type Via } from './rules.ts'
import { Action, SectionName } from '@bindery/contracts'
import type { PathPattern } from './permission-patterns.ts'

export interface RuleSubject {
  user: { id: string; name: string } | undefined
  groups: readonly { id: string; name: string }[]
}

/** Something beside permissions that gives rights, such as the roles of projects. Moves the version when it changes. */
export type RuleSource = (db: Db, subject: RuleSubject) => Promise<Rule[]>

export interface RulesMemory {
  /** What the rest is true for. */
  version: string | number
  /** What each group has, by its id. */
  groups: Map<string, Grant[]>
  /** Put together for people with the same groups and nothing of their own. */
  shared: Map<string, Rules>
  /** By permission id; outlives versions, because each permission counts its own changes. */
  targets: Map<string, KnownTargets>
}

export const createRulesMemory = (): RulesMemory => ({
  version: '',
  groups: new Map(),
  shared: new Map(),
  targets: new Map(),
})

interface KnownTargets {
  revision: number
  targets: Target[]
}

interface Target {
  section: SectionName
  name: string
  includes: PathPattern[]
  excludes: PathPattern[]
}

/** What a permission gives to one group or user. */
interface Grant {
  permissionId: string
  permission: string
  revision: number
  section: SectionName
  actions: number
}

export async function rulesFor(
  access: Access,
  db: Db,
  subject: RuleSubject,
  version: string | number,
): Promise<Rules> {
  const memory = memoryOf(access, version)
  const own = subject.user ? await readUserGrants(db, subject.user.id) : []
  const more: Rule[] = []
  for (const source of access.ruleSources) more.push(...(await source(db, subject)))
  const key = subject.groups.map((group) => group.id).join(' ')
  const isShared = own.length === 0 && more.length === 0
  const known = isShared ? memory.shared.get(key) : undefined
  if (known) return known
  const byGroup = await groupGrants(db, memory, subject.groups)
  const given = [
    ...own.map((grant) => ({ grant, by: { kind: 'user', name: subject.user?.name ?? '' } as const })),
    ...subject.groups.flatMap((group) =>
      (byGroup.get(group.id) ?? []).map((grant) => ({
        grant,
        by: { kind: 'group', name: group.name } as const,
      })),
    ),
  ]
  const rules = buildRules([...(await toRules(db, memory, given)), ...more])
  if (isShared) memory.shared.set(key, rules)
  return rules
}

/** A new object for each version: whoever still reads for the one before writes where nobody looks any more. */
function memoryOf(access: Access, version: string | number): RulesMemory {
  if (access.rules.version !== version)
    access.rules = { ...createRulesMemory(), version, targets: keptTargets(access.rules) }
  return access.rules
}

/** Those of deleted permissions are among them; now and then all are read anew. */
const keptTargets = ({ targets }: RulesMemory) =>
  targets.size > 50_000 ? new Map<string, KnownTargets>() : targets

async function groupGrants(
  db: Db,
  memory: RulesMemory,
  groups: RuleSubject['groups'],
): Promise<Map<string, Grant[]>> {
  const missing = groups.map((group) => group.id).filter((id) => !memory.groups.has(id))
  for (const some of chunks(missing)) {
    const rows = await db
      .selectFrom('permission_groups')
      .innerJoin('permissions', 'permissions.id', 'permission_groups.permission_id')
      .select(['permission_groups.group_id', 'permissions.id', 'permissions.name', 'permissions.revision'])
      .select(['permission_groups.section', 'permission_groups.actions'])
      .where('permission_groups.group_id', 'in', some)
      .execute()
    const byGroup = Map.groupBy(rows, (row) => row.group_id)
    for (const id of some) memory.groups.set(id, (byGroup.get(id) ?? []).flatMap(toGrant))
  }
  return memory.groups
}

async function readUserGrants(db: Db, userId: string): Promise<Grant[]> {
  const rows = await db
    .selectFrom('permission_users')
    .innerJoin('permissions', 'permissions.id', 'permission_users.permission_id')
    .select(['permissions.id', 'permissions.name', 'permissions.revision'])
    .select(['permission_users.section', 'permission_users.actions'])
    .where('permission_users.user_id', '=', userId)
    .execute()
  return rows.flatMap(toGrant)
}

const toGrant = (row: {
  id: string
  name: string
  revision: number
  section: string
  actions: string
}): Grant[] => {
  const section = SectionName.safeParse(row.section).data
  const actions = bitsOf(readActions(row.actions))
  // Somebody can stand in a permission with no action at all; that must not tell them what it is about.
  if (section === undefined || actions === 0) return []
  return [{ permissionId: row.id, permission: row.name, revision: row.revision, section, actions }]
}

/** Stored as words separated by blanks. */
export const readActions = (text: string): Action[] =>
  text.split(' ').flatMap((word) => Action.safeParse(word).data ?? [])

async function toRules(
  db: Db,
  memory: RulesMemory,
  given: readonly { grant: Grant; by: Via }[],
): Promise<Rule[]> {
  const wanted = new Map(given.map(({ grant }) => [grant.permissionId, grant.revision]))
  await readTargets(db, memory, wanted)
  const bySection = Map.groupBy(given, ({ grant }) => `${grant.permissionId} ${grant.section}`)
  return [...bySection.values()].flatMap((some) => {
    const [first] = some
    if (!first) return []
    const { permissionId, permission, section } = first.grant
    const via = some.map(({ grant, by }) => ({ by, actions: grant.actions }))
    const actions = via.reduce((bits, one) => bits | one.actions, 0)
    return (memory.targets.get(permissionId)?.targets ?? [])
      .filter((target) => target.section === section)
      .map((target): Rule => ({
        permission,
        source: 'permission',
        section,
        target: target.name,
        includes: target.includes,
        excludes: target.excludes,
        actions,
        via,
      }))
  })
}

async function readTargets(db: Db, memory: RulesMemory, wanted: ReadonlyMap<string, number>): Promise<void> {
  const missing = [...wanted].filter(([id, revision]) => memory.targets.get(id)?.revision !== revision)
  for (const some of chunks(missing)) {
    const rows = await db
      .selectFrom('permission_targets')
      .selectAll()
      .where(
        'permission_id',
        'in',
        some.map(([id]) => id),
      )
      .execute()
    const byPermission = Map.groupBy(rows, (row) => row.permission_id)
    for (const [id, revision] of some)
      memory.targets.set(id, { revision, targets: (byPermission.get(id) ?? []).flatMap(toTarget) })
  }
}

const toTarget = (row: {
  section: string
  target: string
  include_patterns: string
  exclude_patterns: string
}): Target[] => {
  const section = SectionName.safeParse(row.section).data
  if (section === undefined) return []
  const compile = section === 'build' ? compileBuildPatterns : compilePatterns
  return [
    {
      section,
      name: row.target,
      includes: compile(readPatterns(row.include_patterns)),
      excludes: compile(readPatterns(row.exclude_patterns)),
    },
  ]
}

/** Only permission-store.ts writes them. */
export const readPatterns = (text: string): string[] => JSON.parse(text) as string[]

function chunks<T>(items: readonly T[]): T[][] {
  const some: T[][] = []
  for (let start = 0; start < items.length; start += 500) some.push(items.slice(start, start + 500))
  return some
}
