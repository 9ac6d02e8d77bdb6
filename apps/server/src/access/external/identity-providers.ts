// Providers that people sign in through with their browser, each a row with its settings as JSON. Secrets in them are
// sealed by whoever writes them. Read from the database each time, so that no node works with settings of yesterday.
import type { z } from 'zod'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { IdentityProviderRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'

/** One kind of provider and what its settings look like. */
export interface ProviderKind<T> {
  kind: 'saml' | 'oauth'
  /** As it is called in sentences: `SAML provider`. */
  label: string
  schema: z.ZodType<T>
}

export interface Provider<T> {
  name: string
  settings: T
  /** When somebody last came through with these settings. */
  testedAt: string | null
}

export async function listProviders<T>(access: Access, of: ProviderKind<T>): Promise<Provider<T>[]> {
  const rows = await access.database.db
    .selectFrom('identity_providers')
    .selectAll()
    .where('kind', '=', of.kind)
    .orderBy('position')
    .orderBy('name')
    .execute()
  return rows.map((row) => toProvider(of, row))
}

export async function findProvider<T>(
  access: Access,
  of: ProviderKind<T>,
  name: string,
): Promise<Provider<T> | undefined> {
  const row = await findRow(access.database.db, of.kind, name)
  return row && toProvider(of, row)
}

export async function getProvider<T>(
  access: Access,
  of: ProviderKind<T>,
  name: string,
): Promise<Provider<T>> {
  const found = await findProvider(access, of, name)
  if (!found) throw notFound(of.label, name)
  return found
}

export async function createProvider<T>(
  access: Access,
  by: Doer,
  of: ProviderKind<T>,
  name: string,
  settings: T,
): Promise<Provider<T>> {
  const created_at = access.clock.now().toISOString()
  await transaction(access.database, async (db) => {
    const last = await db
      .selectFrom('identity_providers')
      .select((select) => select.fn.max('position').as('position'))
      .where('kind', '=', of.kind)
      .executeTakeFirst()
    const made = await db
      .insertInto('identity_providers')
      .values({
        kind: of.kind,
        name,
        position: Number(last?.position ?? 0) + 1,
        settings: textOf(of, settings),
        tested_at: null,
        created_at,
      })
      .onConflict((on) => on.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!made) throw conflict(`There is a ${of.label} named ${name} already. Choose another name.`)
    await audit(access, db, by, { kind: 'provider.created', target: `${of.kind}:${name}` })
  })
  return { name, settings, testedAt: null }
}

interface ProviderUpdate<T> {
  /** Makes the new settings of the old ones. */
  change: (before: Provider<T>) => T
  /** Whether a test of the old counts for the new. */
  isSameWay: (before: T, after: T) => boolean
}

export async function updateProvider<T>(
  access: Access,
  by: Doer,
  of: ProviderKind<T>,
  name: string,
  { change, isSameWay }: ProviderUpdate<T>,
): Promise<Provider<T>> {
  return transaction(access.database, async (db) => {
    const row = await findRow(db, of.kind, name)
    if (!row) throw notFound(of.label, name)
    const before = toProvider(of, row)
    const settings = change(before)
    const testedAt = isSameWay(before.settings, settings) ? before.testedAt : null
    await db
      .updateTable('identity_providers')
      .set({ settings: textOf(of, settings), tested_at: testedAt })
      .where('kind', '=', of.kind)
      .where('name', '=', name)
      .execute()
    await audit(access, db, by, { kind: 'provider.changed', target: `${of.kind}:${name}` })
    return { name, settings, testedAt }
  })
}

export async function removeProvider<T>(
  access: Access,
  by: Doer,
  of: ProviderKind<T>,
  name: string,
): Promise<void> {
  await transaction(access.database, async (db) => {
    const gone = await db
      .deleteFrom('identity_providers')
      .where('kind', '=', of.kind)
      .where('name', '=', name)
      .returning('name')
      .executeTakeFirst()
    if (!gone) throw notFound(of.label, name)
    await audit(access, db, by, { kind: 'provider.deleted', target: `${of.kind}:${name}` })
  })
}

/** Somebody came through, so the settings work. Written once for each change of them, not at every sign-in. */
export async function noteTested<T>(
  access: Access,
  of: ProviderKind<T>,
  provider: Provider<T>,
): Promise<void> {
  if (provider.testedAt !== null) return
  await transaction(access.database, (db) =>
    db
      .updateTable('identity_providers')
      .set({ tested_at: access.clock.now().toISOString() })
      .where('kind', '=', of.kind)
      .where('name', '=', provider.name)
      // Settings that were changed meanwhile are not the ones that worked.
      .where('settings', '=', textOf(of, provider.settings))
      .execute(),
  )
}

const findRow = (db: Db, kind: string, name: string) =>
  db
    .selectFrom('identity_providers')
    .selectAll()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()

/** The same settings are always the same text. */
const textOf = <T>(of: ProviderKind<T>, settings: T): string => JSON.stringify(of.schema.parse(settings))

const toProvider = <T>(of: ProviderKind<T>, row: IdentityProviderRow): Provider<T> => ({
  name: row.name,
  settings: of.schema.parse(JSON.parse(row.settings)),
  testedAt: row.tested_at,
})
