// Issuers outside whose tokens can be exchanged for ours.
import { OidcProvider } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { OidcProviderRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'

export async function listProviders(db: Db): Promise<OidcProvider[]> {
  const rows = await db.selectFrom('oidc_providers').selectAll().orderBy('name').execute()
  return rows.map(toProvider)
}

export async function findProvider(db: Db, name: string): Promise<OidcProvider> {
  const row = await db.selectFrom('oidc_providers').selectAll().where('name', '=', name).executeTakeFirst()
  if (!row) throw notFound('OIDC provider', name)
  return toProvider(row)
}

export async function saveProvider(
  { access, database, clock }: Services,
  by: Doer,
  provider: OidcProvider,
  kind: 'new' | 'known',
): Promise<OidcProvider> {
  const { name, ...rest } = provider
  const settings = JSON.stringify(rest)
  await transaction(database, async (db) => {
    if (kind === 'new') {
      const row = { name, settings, created_at: clock.now().toISOString() }
      await db.insertInto('oidc_providers').values(row).execute()
    } else {
      const query = db.updateTable('oidc_providers').set({ settings }).where('name', '=', name)
      const { numUpdatedRows } = await query.executeTakeFirst()
      if (numUpdatedRows === 0n) throw notFound('OIDC provider', name)
    }
    const what = kind === 'new' ? 'created' : 'changed'
    await audit(access, db, by, { kind: `oidc-provider.${what}`, target: name, detail: rest })
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict(`There is an OIDC provider named ${name} already.`)
    throw error
  })
  return provider
}

export async function removeProvider({ access, database }: Services, by: Doer, name: string): Promise<void> {
  await transaction(database, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('oidc_providers')
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('OIDC provider', name)
    await audit(access, db, by, { kind: 'oidc-provider.deleted', target: name })
  })
}

const toProvider = (row: OidcProviderRow): OidcProvider =>
  OidcProvider.parse({ ...JSON.parse(row.settings), name: row.name })
