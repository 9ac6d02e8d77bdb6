// What the roles of projects give on the repositories that belong to those projects or are shared with them.
import type { Role, RoleAction } from '@bindery/contracts'
import type { Db } from '../../platform/db/connect.ts'
import { buildInfoFormat, buildMeanings, buildRepositoryKey } from './build-rules.ts'
import { predefinedRoles, repositoryActionsOf } from './roles.ts'
import { bitsOf, compilePatterns, type Rule, type Via } from './rules.ts'
import type { RuleSource, RuleSubject } from './rules-memory.ts'

export interface Membership {
  project: string
  roles: string[]
  by: Via
}

interface Reachable {
  key: string
  format: string
  project: string
  environments: string[]
  isReadOnly: boolean
}

export const projectRules: RuleSource = async (db, subject) =>
  rulesOfRoles(db, await membershipsOf(db, subject))

/** What these roles give in these projects, whoever has them. */
export async function rulesOfRoles(db: Db, memberships: readonly Membership[]): Promise<Rule[]> {
  if (memberships.length === 0) return []
  const projects = [...new Set(memberships.map((membership) => membership.project))]
  const repositories = Map.groupBy(await repositoriesOf(db, projects), (repository) => repository.project)
  const roles = await readRoles(db, projects)
  return memberships.flatMap((membership) =>
    (repositories.get(membership.project) ?? []).flatMap((repository) =>
      membership.roles.flatMap((name) => {
        const role = roles.get(`${membership.project} ${name}`) ?? roles.get(` ${name}`)
        return role ? toRule(membership, role, repository) : []
      }),
    ),
  )
}

const everyPath = compilePatterns(['**'])

function toRule({ project, by }: Membership, role: Role, repository: Reachable): Rule[] {
  const isOfBuilds = repository.format === buildInfoFormat
  const given = repositoryActionsOf(role, repository.environments, isOfBuilds ? buildMeanings : undefined)
  const actions = bitsOf(repository.isReadOnly ? given.filter((action) => action === 'read') : given)
  if (actions === 0) return []
  return [
    {
      permission: `${role.name} in ${project}`,
      source: 'role',
      section: isOfBuilds ? 'build' : 'artifact',
      target: repository.key,
      includes: everyPath,
      excludes: [],
      actions,
      via: [{ by, actions }],
    },
  ]
}

async function membershipsOf(db: Db, { user, groups }: RuleSubject): Promise<Membership[]> {
  const names = new Map(groups.map((group) => [group.id, group.name]))
  const rows = await db
    .selectFrom('project_members')
    .select(['project_key', 'user_id', 'group_id', 'roles'])
    .where((where) =>
      where.or([
        ...(user ? [where('user_id', '=', user.id)] : []),
        ...(groups.length > 0 ? [where('group_id', 'in', [...names.keys()])] : []),
      ]),
    )
    .execute()
  return rows.map((row) => ({
    project: row.project_key,
    roles: JSON.parse(row.roles) as string[],
    by:
      row.group_id === null
        ? { kind: 'user', name: user?.name ?? '' }
        : { kind: 'group', name: names.get(row.group_id) ?? '' },
  }))
}

/** Each as often as it is reached: its own project, and every share. */
async function repositoriesOf(db: Db, projects: string[]): Promise<Reachable[]> {
  const own = await db
    .selectFrom('repositories')
    .select(['key', 'format', 'environments', 'project_key as project'])
    .where('project_key', 'in', projects)
    .execute()
  const shared = await db
    .selectFrom('project_shares')
    .innerJoin('repositories', 'repositories.id', 'project_shares.repository_id')
    .select([
      'repositories.key',
      'repositories.format',
      'repositories.environments',
      'project_shares.project_key as project',
      'is_read_only',
    ])
    .where('project_shares.project_key', 'in', ['', ...projects])
    .execute()
  const read = (
    row: { key: string; format: string; environments: string },
    project: string,
    isReadOnly: boolean,
  ): Reachable => ({
    key: row.key,
    format: row.format,
    project,
    environments: JSON.parse(row.environments) as string[],
    isReadOnly,
  })
  return [
    ...own.map((row) => read(row, row.project, false)),
    ...withoutBuilds(projects, own).map((project) => read(futureBuilds(project), project, false)),
    ...shared.flatMap((row) =>
      (row.project === '' ? projects : [row.project]).map((project) =>
        read(row, project, row.is_read_only === 1),
      ),
    ),
  ]
}

/** Whoever may publish builds makes the repository for them, so the right is there before it. */
const futureBuilds = (project: string) => ({
  key: buildRepositoryKey(project),
  format: buildInfoFormat,
  environments: '[]',
})

const withoutBuilds = (projects: readonly string[], own: readonly { key: string }[]) =>
  projects.filter((project) => !own.some(({ key }) => key === buildRepositoryKey(project)))

/** By project and name; those of all projects under no project. */
async function readRoles(db: Db, projects: string[]): Promise<Map<string, Role>> {
  const rows = await db
    .selectFrom('roles')
    .selectAll()
    .where('project_key', 'in', ['', ...projects])
    .execute()
  const made = rows.map((row): [string, Role] => [
    `${row.project_key} ${row.name}`,
    {
      name: row.name,
      description: row.description,
      type: row.project_key === '' ? 'CUSTOM_GLOBAL' : 'CUSTOM',
      environments: JSON.parse(row.environments) as string[],
      actions: JSON.parse(row.actions) as RoleAction[],
    },
  ])
  return new Map([...predefinedRoles.map((role): [string, Role] => [` ${role.name}`, role]), ...made])
}
