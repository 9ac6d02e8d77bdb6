// The sections of permissions, as rows of three tables: targets, groups and users.
import {
  permissionActions,
  sectionNames,
  SectionName,
  type Action,
  type PermissionSection,
  type PermissionSubject,
  type PermissionTarget,
} from '@bindery/contracts'
import { badRequest, quote } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { chunks, findUserIds, getGroups } from '../people/memberships.ts'
import { refuseUnknownTargets } from './permission-targets.ts'
import { readActions, readPatterns } from './rules-memory.ts'

/** Of many permissions, in a fixed number of queries for each few hundred. */
export async function readSections(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, PermissionSection[]>> {
  const sections = new Map<string, Map<SectionName, PermissionSection>>()
  const place = (id: string, name: string) => {
    const section = SectionName.safeParse(name).data ?? 'artifact'
    const ofPermission = sections.get(id) ?? new Map<SectionName, PermissionSection>()
    sections.set(id, ofPermission)
    const found = ofPermission.get(section) ?? { section, targets: [], who: [] }
    ofPermission.set(section, found)
    return found
  }
  for (const some of chunks(ids)) {
    for (const row of await targetRows(db, some))
      place(row.permission_id, row.section).targets.push(toTarget(row))
    for (const row of await groupRows(db, some))
      place(row.permission_id, row.section).who.push(toSubject('group', row))
    for (const row of await userRows(db, some))
      place(row.permission_id, row.section).who.push(toSubject('user', row))
  }
  return new Map(
    [...sections].map(([id, found]) => [id, sectionNames.flatMap((name) => found.get(name) ?? [])]),
  )
}

const targetRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('permission_targets')
    .selectAll()
    .where('permission_id', 'in', ids)
    .orderBy('permission_id')
    .orderBy('target')
    .execute()

const groupRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('permission_groups')
    .innerJoin('groups', 'groups.id', 'permission_groups.group_id')
    .select(['permission_groups.permission_id', 'permission_groups.section', 'groups.name'])
    .select('permission_groups.actions')
    .where('permission_groups.permission_id', 'in', ids)
    .orderBy('groups.name')
    .execute()

const userRows = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('permission_users')
    .innerJoin('users', 'users.id', 'permission_users.user_id')
    .select(['permission_users.permission_id', 'permission_users.section', 'users.name'])
    .select('permission_users.actions')
    .where('permission_users.permission_id', 'in', ids)
    .orderBy('users.name')
    .execute()

const toTarget = (row: {
  target: string
  include_patterns: string
  exclude_patterns: string
}): PermissionTarget => ({
  name: row.target,
  includePatterns: readPatterns(row.include_patterns),
  excludePatterns: readPatterns(row.exclude_patterns),
})

const toSubject = (
  kind: PermissionSubject['kind'],
  row: { name: string; actions: string },
): PermissionSubject => ({
  kind,
  name: row.name,
  actions: readActions(row.actions),
})

export async function writeSections(
  db: Db,
  id: string,
  sections: readonly PermissionSection[],
): Promise<void> {
  await refuseUnknownTargets(db, sections)
  const targets = sections.flatMap(({ section, targets }) =>
    [...new Map(targets.map((target) => [target.name, target])).values()].map((target) => ({
      permission_id: id,
      section,
      target: target.name,
      include_patterns: JSON.stringify(target.includePatterns),
      exclude_patterns: JSON.stringify(target.excludePatterns),
    })),
  )
  for (const some of chunks(targets)) await db.insertInto('permission_targets').values(some).execute()
  const users = await idsOfUsers(db, namesOf(sections, 'user'))
  const groups = new Map(
    (await getGroups(db, namesOf(sections, 'group'))).map((group) => [group.name, group.id]),
  )
  const rows = sections.flatMap(({ section, who }) =>
    mergeSubjects(who).map(({ kind, name, actions }) => ({
      kind,
      name,
      permission_id: id,
      section,
      actions,
    })),
  )
  const userRows = rows.flatMap(({ kind, name, ...row }) =>
    kind === 'user' ? [{ ...row, user_id: users.get(name.toLowerCase()) ?? '' }] : [],
  )
  const groupRows = rows.flatMap(({ kind, name, ...row }) =>
    kind === 'group' ? [{ ...row, group_id: groups.get(name) ?? '' }] : [],
  )
  for (const some of chunks(userRows)) await db.insertInto('permission_users').values(some).execute()
  for (const some of chunks(groupRows)) await db.insertInto('permission_groups').values(some).execute()
}

/** Somebody who stands there twice has what both lines say. */
function mergeSubjects(
  who: readonly PermissionSubject[],
): (Omit<PermissionSubject, 'actions'> & { actions: string })[] {
  const merged = Map.groupBy(
    who,
    ({ kind, name }) => `${kind} ${kind === 'user' ? name.toLowerCase() : name}`,
  )
  return [...merged.values()].flatMap((same) => {
    const [first] = same
    const all = new Set(same.flatMap((one) => one.actions))
    return first ? [{ kind: first.kind, name: first.name, actions: writeActions([...all]) }] : []
  })
}

/** In one order, whatever order they came in. */
const writeActions = (actions: readonly Action[]): string =>
  permissionActions.filter((action) => actions.includes(action)).join(' ')

const namesOf = (sections: readonly PermissionSection[], kind: PermissionSubject['kind']): string[] =>
  sections.flatMap(({ who }) => who.filter((one) => one.kind === kind).map((one) => one.name))

async function idsOfUsers(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  const ids = await findUserIds(db, names)
  const missing = names.find((name) => !ids.has(name.toLowerCase()))
  if (missing !== undefined)
    throw badRequest(`There is no user ${quote(missing)}. Create it first.`, 'sections')
  return ids
}
