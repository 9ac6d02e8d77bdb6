// Links between people at providers and users here, as an administrator sees and sets them.
import type { IdentityLink } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import { audit, type Doer } from '../../access/audit.ts'
import type { ExternalIdentity } from '../../access/external/external-identity.ts'
import { linkExternal, subjectOf } from '../../access/external/external-links.ts'
import { findUser } from '../../access/people/users.ts'
import type { IdentityLinkRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'

interface LinkKey {
  realm: ExternalIdentity['realm']
  provider: string
  by: 'name' | 'id'
  value: string
}

export async function listLinks({ database: { db } }: Access, user: string): Promise<IdentityLink[]> {
  const rows = await db
    .selectFrom('identity_links')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('identity_links')
    .where('users.name', '=', user)
    .orderBy('identity_links.created_at')
    .execute()
  return rows.map((row) => show(user, row))
}

export async function createLink(
  access: Access,
  by: Doer,
  { user, ...key }: LinkKey & { user: string },
): Promise<IdentityLink> {
  const identity = identityOf(key)
  await transaction(access.database, async (db) => {
    const found = await findUser(db, user)
    if (!found) throw notFound('user', user)
    await linkExternal(access, db, by, found, identity)
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw conflict('This person is linked to a user already. Take that link away first.')
    throw error
  })
  const created_at = access.clock.now().toISOString()
  return show(user, { ...key, subject: subjectOf(identity), user_id: '', created_at })
}

export async function removeLink(access: Access, by: Doer, key: LinkKey): Promise<void> {
  await transaction(access.database, async (db) => {
    const gone = await db
      .deleteFrom('identity_links')
      .where('realm', '=', key.realm)
      .where('provider', '=', key.provider)
      .where('subject', '=', subjectOf(identityOf(key)))
      .returning('user_id')
      .executeTakeFirst()
    if (!gone) throw notFound('link', key.value)
    const user = await db.selectFrom('users').select('name').where('id', '=', gone.user_id).executeTakeFirst()
    await audit(access, db, by, {
      kind: 'user.unlinked',
      target: user?.name ?? '',
      detail: { realm: key.realm, provider: key.provider },
    })
  })
}

const identityOf = ({ realm, provider, by, value }: LinkKey): ExternalIdentity => ({
  realm,
  provider,
  name: by === 'name' ? value.toLowerCase() : '',
  externalId: by === 'id' ? value : undefined,
})

function show(user: string, { realm, provider, subject, created_at }: IdentityLinkRow): IdentityLink {
  const colon = subject.indexOf(':')
  return {
    user,
    realm,
    provider,
    by: subject.startsWith('id:') ? 'id' : 'name',
    value: subject.slice(colon + 1),
    createdAt: created_at,
  }
}
