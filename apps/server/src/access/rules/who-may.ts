// Who may do what at one place: the other direction of the rule book, for people who manage it.
import type { Action } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import { readSections } from './permission-sections.ts'
import { rulesOfRoles, type Membership } from './project-rules.ts'
import {
  actionsOf,
  matchRule,
  namesFor,
  rulesOfSection,
  type Resource,
  type Rule,
  type Via,
} from './rules.ts'

interface Holder extends Via {
  actions: Action[]
  /** The permissions and roles that give them. */
  through: string[]
}

/** Administrators, who may do everything, are not among them. A path that ends in a slash is a folder. */
export async function whoMay(db: Db, resource: Resource, path: string): Promise<Holder[]> {
  const rules = [...(await permissionRules(db, resource)), ...(await roleRules(db, resource))]
  const holders = new Map<string, { by: Via; bits: number; through: Set<string> }>()
  for (const rule of rules.filter((one) => path === '' || matchRule(one, path) !== undefined))
    for (const { by, actions } of rule.via) {
      const key = `${by.kind} ${by.name}`
      const known = holders.get(key) ?? { by, bits: 0, through: new Set() }
      known.bits |= actions
      known.through.add(rule.permission)
      holders.set(key, known)
    }
  return [...holders.values()]
    .filter(({ bits }) => bits !== 0)
    .map(({ by, bits, through }) => ({ ...by, actions: actionsOf(bits), through: [...through] }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name))
}

async function permissionRules(db: Db, resource: Resource): Promise<Rule[]> {
  const section = resource.section ?? 'artifact'
  const names = namesFor(resource)
  const rows = await db
    .selectFrom('permission_targets')
    .innerJoin('permissions', 'permissions.id', 'permission_targets.permission_id')
    .select(['permissions.id', 'permissions.name'])
    .distinct()
    .where('section', '=', section)
    .where('target', 'in', names)
    .execute()
  const sections = await readSections(
    db,
    rows.map((row) => row.id),
  )
  return rows.flatMap(({ id, name }) =>
    (sections.get(id) ?? [])
      .filter((one) => one.section === section)
      .flatMap(({ targets, who }) =>
        rulesOfSection(name, {
          section,
          targets: targets.filter((target) => names.includes(target.name)),
          who,
        }),
      ),
  )
}

/** Members of the project that the repository belongs to, and of those it is shared with. */
async function roleRules(db: Db, resource: Resource): Promise<Rule[]> {
  if ((resource.section ?? 'artifact') !== 'artifact') return []
  const repository = await db
    .selectFrom('repositories')
    .select(['id', 'project_key'])
    .where('key', '=', resource.key)
    .executeTakeFirst()
  if (!repository) return []
  const shares = await db
    .selectFrom('project_shares')
    .select('project_key')
    .where('repository_id', '=', repository.id)
    .execute()
  const projects = [repository.project_key, ...shares.map((share) => share.project_key)]
  const isForAll = shares.some((share) => share.project_key === '')
  let query = db
    .selectFrom('project_members')
    .leftJoin('users', 'users.id', 'project_members.user_id')
    .leftJoin('groups', 'groups.id', 'project_members.group_id')
    .select([
      'project_members.project_key',
      'project_members.roles',
      'users.name as user',
      'groups.name as group',
    ])
  if (!isForAll) query = query.where('project_members.project_key', 'in', projects)
  const memberships = (await query.execute()).map((row): Membership => ({
    project: row.project_key,
    // Only the store of projects writes this column.
    roles: JSON.parse(row.roles) as string[],
    by: row.group === null ? { kind: 'user', name: row.user ?? '' } : { kind: 'group', name: row.group },
  }))
  const rules = await rulesOfRoles(db, memberships)
  return rules.filter((rule) => rule.target === resource.key)
}
