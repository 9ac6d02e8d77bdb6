// Permissions as they are stored: reading them whole and writing them whole, audited, in one transaction each.
import type { PermissionSection } from '@bindery/contracts'
import { conflict, notFound, quote } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { PermissionRow } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { changeAccess } from './access-version.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import { readSections, writeSections } from './permission-sections.ts'

export interface StoredPermission {
  row: PermissionRow
  sections: PermissionSection[]
}

export async function getPermission(db: Db, name: string): Promise<StoredPermission> {
  const row = await findPermission(db, name)
  if (!row) throw notFound('permission', name)
  return { row, sections: (await readSections(db, [row.id])).get(row.id) ?? [] }
}

export async function findPermission(db: Db, name: string): Promise<PermissionRow | undefined> {
  if (name.includes('\0')) return undefined
  return db.selectFrom('permissions').selectAll().where('name', '=', name).executeTakeFirst()
}

/** By the names of the permissions; those that do not exist are left out. */
export async function findSections(
  db: Db,
  names: readonly string[],
): Promise<Map<string, PermissionSection[]>> {
  if (names.length === 0) return new Map()
  const rows = await db.selectFrom('permissions').select(['id', 'name']).where('name', 'in', names).execute()
  const sections = await readSections(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, name }) => [name, sections.get(id) ?? []]))
}

export async function createPermission(
  access: Access,
  by: Doer,
  name: string,
  sections: readonly PermissionSection[],
): Promise<StoredPermission> {
  return changeAccess(access, 'rules', async (db) => {
    const row = await insertPermission(db, access, by, name)
    await writeSections(db, row.id, sections)
    await audit(access, db, by, { kind: 'permission.created', target: name, detail: inShort(sections) })
    return getPermission(db, name)
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw nameTaken(name)
    throw error
  })
}

export async function insertPermission(
  db: Db,
  access: Access,
  by: Doer,
  name: string,
): Promise<PermissionRow> {
  const now = access.clock.now().toISOString()
  const row = {
    id: newId(),
    name,
    revision: 1,
    created_at: now,
    modified_at: now,
    modified_by: by.actor.name,
  }
  await db.insertInto('permissions').values(row).execute()
  return row
}

/** `allow` looks at what it is now, inside the transaction, and throws to refuse. */
export async function changePermission(
  access: Access,
  by: Doer,
  name: string,
  change: { name?: string | undefined; sections: readonly PermissionSection[] },
  allow: (before: StoredPermission) => void = () => {},
): Promise<StoredPermission> {
  return changeAccess(access, 'rules', async (db) => {
    const before = await getPermission(db, name)
    allow(before)
    const { id, revision } = before.row
    await db
      .updateTable('permissions')
      .set({
        name: change.name ?? name,
        revision: revision + 1,
        modified_at: access.clock.now().toISOString(),
        modified_by: by.actor.name,
      })
      .where('id', '=', id)
      .execute()
    for (const table of ['permission_targets', 'permission_groups', 'permission_users'] as const)
      await db.deleteFrom(table).where('permission_id', '=', id).execute()
    await writeSections(db, id, change.sections)
    await audit(access, db, by, {
      kind: 'permission.changed',
      target: name,
      detail: {
        before: inShort(before.sections),
        after: inShort(change.sections),
        ...(change.name !== undefined && change.name !== name && { name: change.name }),
      },
    })
    return getPermission(db, change.name ?? name)
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw nameTaken(change.name ?? name)
    throw error
  })
}

export async function removePermission(access: Access, by: Doer, name: string): Promise<void> {
  await changeAccess(access, 'rules', async (db) => {
    const { row, sections } = await getPermission(db, name)
    await db.deleteFrom('permissions').where('id', '=', row.id).execute()
    await audit(access, db, by, { kind: 'permission.deleted', target: name, detail: inShort(sections) })
  })
}

const nameTaken = (name: string) =>
  conflict(`There is a permission named ${quote(name)} already. Choose another name.`)

/** For the audit log: enough to see what was given, however large the permission is. */
const inShort = (sections: readonly PermissionSection[]) => ({
  sections: sections.map(({ section, targets, who }) => ({
    section,
    targets: targets.slice(0, 50).map((target) => target.name),
    who: who.slice(0, 50).map(({ kind, name, actions }) => `${kind} ${name}: ${actions.join(' ')}`),
  })),
})
