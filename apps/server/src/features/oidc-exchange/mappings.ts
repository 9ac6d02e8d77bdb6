// Which foreign token becomes which of ours: claims that must be there, and the token to give.
import { IdentityMapping } from '@bindery/contracts'
import { audit, type Doer } from '../../access/audit.ts'
import { parseScope } from '../../access/tokens/token-scope.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { OidcMappingRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'
import { findProvider } from './providers.ts'

/** In the order in which they are tried. */
export async function listMappings(db: Db, provider: string): Promise<IdentityMapping[]> {
  await findProvider(db, provider)
  const rows = await db
    .selectFrom('oidc_mappings')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('priority')
    .orderBy('name')
    .execute()
  return rows.map(toMapping)
}

export async function findMapping(db: Db, provider: string, name: string): Promise<IdentityMapping> {
  const row = await db
    .selectFrom('oidc_mappings')
    .selectAll()
    .where('provider', '=', provider)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) throw notFound('identity mapping', name)
  return toMapping(row)
}

export async function saveMapping(
  { access, database, clock }: Services,
  by: Doer,
  provider: string,
  mapping: IdentityMapping,
  kind: 'new' | 'known',
): Promise<IdentityMapping> {
  checkSpec(mapping)
  const { name, priority, ...rest } = mapping
  const settings = JSON.stringify(rest)
  await transaction(database, async (db) => {
    await findProvider(db, provider)
    if (kind === 'new') {
      const row = { provider, name, priority, settings, created_at: clock.now().toISOString() }
      await db.insertInto('oidc_mappings').values(row).execute()
    } else {
      const { numUpdatedRows } = await db
        .updateTable('oidc_mappings')
        .set({ priority, settings })
        .where('provider', '=', provider)
        .where('name', '=', name)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw notFound('identity mapping', name)
    }
    const what = kind === 'new' ? 'created' : 'changed'
    const target = `${provider}/${name}`
    await audit(access, db, by, { kind: `oidc-mapping.${what}`, target, detail: { priority, ...rest } })
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw conflict(`There is a mapping named ${name} already.`)
    throw error
  })
  return mapping
}

export async function removeMapping(
  { access, database }: Services,
  by: Doer,
  provider: string,
  name: string,
): Promise<void> {
  await transaction(database, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('oidc_mappings')
      .where('provider', '=', provider)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('identity mapping', name)
    await audit(access, db, by, { kind: 'oidc-mapping.deleted', target: `${provider}/${name}` })
  })
}

function checkSpec({ token_spec: spec }: IdentityMapping): void {
  parseScope(spec.scope)
  if (spec.username !== '' && spec.username_pattern !== '')
    throw badRequest('Give a user name or a pattern for one, not both.', 'token_spec.username_pattern')
}

const toMapping = (row: OidcMappingRow): IdentityMapping =>
  IdentityMapping.parse({ ...JSON.parse(row.settings), name: row.name, priority: row.priority })
