// Accounts that people make themselves: where that is open to everybody, or with the link of an invitation.
import type { CurrentUser } from '@bindery/contracts'
import { changeAccess } from '../../access/rules/access-version.ts'
import { systemActor } from '../../access/actor.ts'
import { countTurn, underAddressLimit } from '../../access/sign-in/attempts.ts'
import { audit } from '../../access/audit.ts'
import { doerOf, type BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import { letIn } from '../../access/sign-in/current-user.ts'
import { setInternalGroups } from '../../access/people/memberships.ts'
import { hashSecret } from '../../access/sign-in/one-time-keys.ts'
import { checkNewPassword } from '../../access/sign-in/password-rules.ts'
import { linkRegistration } from '../../access/external/pending-registration.ts'
import { securityOf } from '../../access/sign-in/security.ts'
import { insertUser, makeUserRow } from '../../access/people/users.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { InvitationRow, UserRow } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/transaction.ts'
import { badRequest, conflict, forbidden } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../feature.ts'

interface NewAccount {
  userName: string
  email?: string | undefined
  password: string
  token?: string | undefined
}

export async function verifyToken(
  services: Services,
  call: BrowserCall,
  token: string,
): Promise<{ valid: boolean; email: string | null; invitedBy: string | null; project: string | null }> {
  const row = await findInvitation(services, call, token)
  return {
    valid: row !== undefined,
    email: row?.email ?? null,
    invitedBy: row?.invited_by ?? null,
    project: row?.project ?? null,
  }
}

export async function createAccount(
  services: Services,
  call: BrowserCall,
  given: NewAccount,
): Promise<CurrentUser> {
  const { access } = services
  const invitation = given.token === undefined ? undefined : await findInvitation(services, call, given.token)
  if (given.token !== undefined && !invitation) throw endedInvitation()
  const { registration } = await securityOf(access)
  if (!invitation && !registration.isEnabled)
    throw forbidden('People cannot register themselves here. Ask an administrator for an invitation.')
  if (given.userName === systemActor.name) throw takenName(given.userName)
  await countTurn(access, `account at ${call.address}`, 20)
  await checkNewPassword(access, given.password)
  const email = invitation?.email ?? given.email?.toLowerCase() ?? null
  const row = await makeUserRow(access, {
    name: given.userName,
    email,
    password: given.password,
    isAdmin: false,
  })
  await addAccount(services, call, row, invitation, registration.groups)
  return letIn(access, call, row, { isRemembered: false, method: 'registration' })
}

async function addAccount(
  { access }: Services,
  call: BrowserCall,
  row: UserRow,
  invitation: InvitationRow | undefined,
  groups: string[],
): Promise<void> {
  await changeAccess(access, 'people', async (db) => {
    if (invitation) await takeInvitation(db, invitation)
    await insertUser(db, row)
    await linkRegistration(access, db, call, row)
    const names = invitation ? (JSON.parse(invitation.groups) as string[]) : groups
    await setInternalGroups(db, row.id, await existing(db, names), 'add')
    if (invitation?.project) await joinProject(db, invitation.project, row.id)
    await audit(access, db, doerOf(row, call), {
      kind: 'user.created',
      target: row.name,
      detail: invitation ? { invitedBy: invitation.invited_by } : { registered: true },
    })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? takenName(row.name) : error
  })
}

async function takeInvitation(db: Db, { id, secret_hash }: InvitationRow): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    // It was sent again with a new link meanwhile.
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw endedInvitation()
}

async function findInvitation(
  { access }: Services,
  call: BrowserCall,
  token: string,
): Promise<InvitationRow | undefined> {
  return underAddressLimit(access, call.address, () =>
    access.database.db
      .selectFrom('invitations')
      .selectAll()
      .where('secret_hash', '=', hashSecret(token))
      .where('expires_at', '>', access.clock.now().toISOString())
      .executeTakeFirst(),
  )
}

/** Groups and projects may have gone since; the rest counts. */
async function existing(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db.selectFrom('groups').select('name').where('name', 'in', names).execute()
  return rows.map((group) => group.name)
}

async function joinProject(db: Db, key: string, userId: string): Promise<void> {
  const project = await db.selectFrom('projects').select('key').where('key', '=', key).executeTakeFirst()
  if (!project) return
  await db
    .insertInto('project_members')
    .values({ id: newId(), project_key: key, user_id: userId, group_id: null, roles: '["Viewer"]' })
    .execute()
}

const takenName = (name: string) => conflict(`There is a user named ${name} already. Choose another name.`)

const endedInvitation = () => badRequest('This invitation is no longer valid. Ask for a new one.', 'token')
