// People whom an identity provider vouches for, as users here: found, made when that is allowed, and put into their
// groups. Called at every sign-in, and by some ways in at every request, so it writes only when something changed.
import { userNamePattern } from '@bindery/contracts'
import { AppError, forbidden, quote } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { accessChanged } from '../rules/access-version.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { compareMemberships, syncMemberships } from './external-groups.ts'
import { cleaned, findKnown, linkExternal, relink, subjectOf } from './external-links.ts'
import { insertUser } from '../people/users.ts'

export interface AdmitRules {
  createUsers: boolean
  syncGroups: boolean
  /** Whether users that are made may change their profile here; not unless it says so. */
  allowProfile?: boolean
  /** The provider has verified the e-mail address, and one user here with it is the same person. */
  linkByEmail?: boolean
}

/** Known to the provider, and nobody here. */
export class NoAccount extends AppError {
  constructor(name: string) {
    super('forbidden', `There is no account for ${quote(name)} here. Ask an administrator to create one.`)
  }
}

/** Returns the id of the user, or throws a refusal that says what to do. */
export async function admitExternal(
  access: Access,
  by: Doer,
  identity: ExternalIdentity,
  rules: AdmitRules,
): Promise<string> {
  const person = cleaned(identity)
  const settled = await findSettled(access, person, rules)
  if (settled !== undefined) return settled
  const doer: Doer = { actor: { name: person.name.slice(0, 256) }, address: by.address }
  const admit = () =>
    transaction(access.database, async (db, after) => {
      const user = await findOrMake(access, db, after, doer, person, rules)
      if (rules.syncGroups) await syncMemberships(access, db, after, doer, user, person)
      return user.id
    })
  try {
    // Two first sign-ins at once both want to make the user; the second then finds it.
    return await admit().catch((error: unknown) =>
      isUniqueViolation(error) ? admit() : Promise.reject(error),
    )
  } catch (error) {
    if (error instanceof AppError) await noteRefusal(access, doer, person, error.message)
    throw error
  }
}

/** What would become of this person, without doing anything: for a test of the settings. */
export async function foreseeExternal(
  access: Access,
  identity: ExternalIdentity,
  rules: AdmitRules,
): Promise<{ user: string; isNew: boolean }> {
  const person = cleaned(identity)
  const found = await findKnown(access.database.db, person, rules)
  if (found === undefined) refuseUnlessNew(person, rules)
  return { user: found?.user.name ?? person.name, isNew: found === undefined }
}

/** The user, when nothing has to be written: the usual case. Refusals are left to what follows, which notes them. */
async function findSettled(
  { database: { db } }: Access,
  person: ExternalIdentity,
  rules: AdmitRules,
): Promise<string | undefined> {
  const known = await findKnown(db, person, rules).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (known?.subject !== subjectOf(person) || hasNewEmail(known.user, person)) return undefined
  const change = rules.syncGroups ? await compareMemberships(db, known.user.id, person) : undefined
  return change === undefined ? known.user.id : undefined
}

/** The provider's word counts for its own people only. */
const hasNewEmail = (user: UserRow, { realm, email }: ExternalIdentity) =>
  user.realm === realm && email !== undefined && email !== user.email

interface Admitted {
  id: string
  name: string
}

async function findOrMake(
  access: Access,
  db: Db,
  after: (callback: () => void) => void,
  by: Doer,
  person: ExternalIdentity,
  rules: AdmitRules,
): Promise<Admitted> {
  const known = await findKnown(db, person, rules)
  if (known) {
    const { id, name } = known.user
    if (known.subject !== subjectOf(person)) await relink(access, db, by, known, person)
    if (hasNewEmail(known.user, person))
      await db
        .updateTable('users')
        .set({ email: person.email ?? null })
        .where('id', '=', id)
        .execute()
    return { id, name }
  }
  refuseUnlessNew(person, rules)
  const row = makeRow(access, person, rules.allowProfile === true)
  await accessChanged(access, db, after)
  await insertUser(db, row)
  await audit(access, db, by, {
    kind: 'user.created',
    target: row.name,
    detail: { realm: person.realm, provider: person.provider },
  })
  await linkExternal(access, db, by, row, person)
  return { id: row.id, name: row.name }
}

function refuseUnlessNew({ name, provider }: ExternalIdentity, rules: AdmitRules): void {
  if (!rules.createUsers) throw new NoAccount(name)
  if (!userNamePattern.test(name) || takenNames.has(name))
    throw forbidden(
      `${quote(name)}, as ${quote(provider)} calls you, cannot be a user name here. ` +
        'Ask an administrator to take the name from another attribute.',
    )
}

/** Names of actors that are no users. */
const takenNames = new Set(['anonymous', 'system'])

const makeRow = (access: Access, person: ExternalIdentity, allowProfile: boolean): UserRow => ({
  id: newId(),
  name: person.name,
  email: person.email ?? null,
  password_hash: null,
  is_admin: 0,
  must_change_password: 0,
  created_at: access.clock.now().toISOString(),
  realm: person.realm,
  status: 'enabled',
  privileges: '',
  is_profile_updatable: allowProfile ? 1 : 0,
  has_ui_access: 1,
  is_password_disabled: 1,
  external_id: person.externalId ?? null,
  password_changed_at: null,
  last_signed_in_at: null,
})

async function noteRefusal(
  access: Access,
  by: Doer,
  { realm, provider, name }: ExternalIdentity,
  why: string,
): Promise<void> {
  await transaction(access.database, (db) =>
    audit(access, db, by, {
      kind: 'sign-in.failed',
      outcome: 'failure',
      target: name,
      detail: { realm, provider, why },
    }),
  )
}
