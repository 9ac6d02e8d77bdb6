// Who is who: which user here a person is whom a provider vouches for. A link says so. Without one nobody becomes a user
// of the same name, unless that user was made for this kind of provider and nobody has come for it yet: a provider that
// lets people choose their names must not be able to hand out somebody else's account, least of all an administrator's.
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { forbidden, quote } from '../../platform/errors.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import type { ExternalIdentity } from './external-identity.ts'

interface Known {
  user: UserRow
  /** Of the link that there is. */
  subject: string | undefined
}

/** The user that this person is; undefined when nobody here is meant. Throws when somebody else is. */
export async function findKnown(
  db: Db,
  person: ExternalIdentity,
  rules: { linkByEmail?: boolean },
): Promise<Known | undefined> {
  const link = await findLink(db, person)
  if (link) return { user: refuseDisabled(link.user), subject: link.subject }
  const candidate =
    (await findByExternalId(db, person)) ??
    (rules.linkByEmail === true ? await findByEmail(db, person) : undefined)
  if (candidate) return { user: refuseDisabled(candidate), subject: undefined }
  const sameName = await db.selectFrom('users').selectAll().where('name', '=', person.name).executeTakeFirst()
  if (!sameName) return undefined
  // Where readers do not wait for writers, another first sign-in of this person may have ended between our questions.
  const late = await findLink(db, person)
  if (late) return { user: refuseDisabled(late.user), subject: late.subject }
  await refuseTakeover(db, sameName, person)
  return { user: refuseDisabled(sameName), subject: undefined }
}

interface Link {
  subject: string
  user: UserRow
}

/** By what the provider calls the person; else by the name, when it did not yet tell such a thing then. */
async function findLink(db: Db, person: ExternalIdentity): Promise<Link | undefined> {
  const rows = await db
    .selectFrom('identity_links')
    .innerJoin('users', 'users.id', 'identity_links.user_id')
    .selectAll('users')
    .select('subject')
    .where('identity_links.realm', '=', person.realm)
    .where('provider', '=', person.provider)
    .where('subject', 'in', [subjectOf(person), subjectOf({ name: person.name })])
    .execute()
  const [first] = rows.toSorted((a, b) => a.subject.localeCompare(b.subject))
  if (!first) return undefined
  const { subject, ...user } = first
  return { subject, user }
}

/** An administrator made the user beforehand and wrote down what the provider calls it. */
async function findByExternalId(db: Db, person: ExternalIdentity): Promise<UserRow | undefined> {
  if (person.externalId === undefined) return undefined
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('realm', '=', person.realm)
    .where('external_id', '=', person.externalId)
    .executeTakeFirst()
  return user && (await isFree(db, user, person)) ? user : undefined
}

async function findByEmail(db: Db, { email, ...person }: ExternalIdentity): Promise<UserRow | undefined> {
  if (email === undefined) return undefined
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .limit(2)
    .execute()
  const [user] = users
  return user && users.length === 1 && (await isFree(db, user, person)) ? user : undefined
}

async function refuseTakeover(db: Db, user: UserRow, person: ExternalIdentity): Promise<void> {
  const isMadeForIt = user.realm === person.realm && user.external_id === null
  if (isMadeForIt && (await isFree(db, user, person))) return
  throw forbidden(
    `There is a user named ${quote(user.name)} here who is not known to be this person. ` +
      'Ask an administrator to link the two, or to rename one of them.',
  )
}

/** Nobody of this kind of provider is that user yet, and it is no administrator, by itself or through a group. */
async function isFree(db: Db, user: UserRow, { realm }: Pick<ExternalIdentity, 'realm'>): Promise<boolean> {
  if (user.is_admin === 1) return false
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where((where) =>
      where.or([
        where.exists(
          db
            .selectFrom('identity_links')
            .select('user_id')
            .where('user_id', '=', user.id)
            .where('realm', '=', realm),
        ),
        where.exists(
          db
            .selectFrom('memberships')
            .innerJoin('groups', 'groups.id', 'memberships.group_id')
            .select('group_id')
            .where('user_id', '=', user.id)
            .where('groups.is_admin', '=', 1),
        ),
      ]),
    )
    .executeTakeFirst()
  return found === undefined
}

function refuseDisabled(user: UserRow): UserRow {
  if (user.status === 'enabled') return user
  throw forbidden(`The account ${quote(user.name)} is disabled. Ask an administrator to enable it.`)
}

/** Says for good that this person is this user. Inside a transaction. */
export async function linkExternal(
  access: Access,
  db: Db,
  by: Doer,
  user: { id: string; name: string },
  identity: ExternalIdentity,
): Promise<void> {
  const { realm, provider } = identity
  await db
    .insertInto('identity_links')
    .values({
      realm,
      provider,
      subject: subjectOf(cleaned(identity)),
      user_id: user.id,
      created_at: access.clock.now().toISOString(),
    })
    .execute()
  await audit(access, db, by, { kind: 'user.linked', target: user.name, detail: { realm, provider } })
}

/** A link by name gives way to one by what stays though names change. */
export async function relink(
  access: Access,
  db: Db,
  by: Doer,
  known: Known,
  person: ExternalIdentity,
): Promise<void> {
  if (known.subject !== undefined)
    await db
      .deleteFrom('identity_links')
      .where('realm', '=', person.realm)
      .where('provider', '=', person.provider)
      .where('subject', '=', known.subject)
      .execute()
  await linkExternal(access, db, by, known.user, person)
}

/** A name is kept apart from an id, so that neither can be passed off as the other. */
export const subjectOf = ({ externalId, name }: { externalId?: string | undefined; name: string }) =>
  externalId === undefined ? `name:${name}` : `id:${externalId}`

/** User names are in lower case here. PostgreSQL takes no NUL in a text, not even to compare with. */
export const cleaned = (identity: ExternalIdentity): ExternalIdentity => ({
  ...identity,
  name: withoutNul(identity.name).trim().toLowerCase(),
  externalId: identity.externalId === undefined ? undefined : withoutNul(identity.externalId),
  email: identity.email === undefined ? undefined : withoutNul(identity.email),
})
const withoutNul = (text: string) => text.replaceAll('\0', '\ufffd')
