// Invitations by link: whoever holds the link makes the account, so the link goes to the invited alone, works once, and
// ends after a week. The account does not exist before.
import type { Invitation } from '@bindery/contracts'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import type { BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import { getGroups } from '../../access/people/memberships.ts'
import { hashSecret, newSecret } from '../../access/sign-in/one-time-keys.ts'
import { requireProjectRight } from '../../access/rules/project-rights.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { InvitationRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueLetter, writeLetter } from '../../platform/mail/letters.ts'
import { linkBase } from '../../platform/mail/link-base.ts'
import type { Services } from '../feature.ts'

type Call = BrowserCall & { actor: Actor }

interface NewInvitation {
  email: string
  groups: string[]
  project?: string | undefined
}

const lifeDays = 7

export async function invite(services: Services, call: Call, given: NewInvitation): Promise<Invitation> {
  const { access, database, clock } = services
  await refuseUnlessMayInvite(database.db, call.actor, given)
  await getGroups(database.db, given.groups)
  const email = given.email.toLowerCase()
  const base = await linkBase({ live: access.live, baseUrl: services.baseUrl }, call)
  const now = clock.now()
  const secret = newSecret()
  const row: InvitationRow = {
    id: newId(),
    secret_hash: hashSecret(secret),
    email,
    groups: JSON.stringify(given.groups),
    project: given.project ?? null,
    invited_by: call.actor.name,
    created_at: now.toISOString(),
    expires_at: lifeFrom(now),
  }
  await transaction(database, async (db) => {
    await refuseKnownAddress(db, email)
    await db.insertInto('invitations').values(row).execute()
    await sendInvitation(services, db, row, `${base}/ui/login/invitation?token=${secret}`)
    const detail = { groups: given.groups, ...(given.project !== undefined && { project: given.project }) }
    await audit(access, db, call, { kind: 'invitation.sent', target: email, detail })
  }).catch((error: unknown) => {
    if (isUniqueViolation(error))
      throw conflict(`${email} is invited already. Send the invitation again instead.`)
    throw error
  })
  return toInvitation(services, row, 'waiting')
}

/** With a new link: the old one may lie in the wrong hands. */
export async function resend(services: Services, call: Call, id: string): Promise<Invitation> {
  const { access, database, clock } = services
  const before = await getInvitation(services, call.actor, id)
  const base = await linkBase({ live: access.live, baseUrl: services.baseUrl }, call)
  const secret = newSecret()
  const row = { ...before, secret_hash: hashSecret(secret), expires_at: lifeFrom(clock.now()) }
  await transaction(database, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('invitations')
      .set({ secret_hash: row.secret_hash, expires_at: row.expires_at })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('invitation', id)
    await sendInvitation(services, db, row, `${base}/ui/login/invitation?token=${secret}`)
    await audit(access, db, call, { kind: 'invitation.sent', target: row.email, detail: { again: true } })
  })
  return toInvitation(services, row, 'waiting')
}

export async function revoke(services: Services, call: Call, id: string): Promise<void> {
  const { access, database } = services
  const row = await getInvitation(services, call.actor, id)
  await transaction(database, async (db) => {
    await db.deleteFrom('invitations').where('id', '=', id).execute()
    await audit(access, db, call, { kind: 'invitation.revoked', target: row.email })
  })
}

/** All for an administrator, one's own for others. */
export async function listInvitations(services: Services, actor: Actor): Promise<Invitation[]> {
  let query = services.database.db
    .selectFrom('invitations')
    .leftJoin('jobs', (join) => join.on('jobs.id', '=', sql<string>`${sql.lit(jobPrefix)} || invitations.id`))
    .selectAll('invitations')
    .select('jobs.state')
    .orderBy('invitations.created_at', 'desc')
    .limit(1000)
  if (!actor.isAdmin) query = query.where('invited_by', '=', actor.name)
  const rows = await query.execute()
  return rows.map((row) => toInvitation(services, row, mailStates[row.state ?? 'done'] ?? 'waiting'))
}

const jobPrefix = 'invitation:'
// Jobs that are done are cleared away after a day.
const mailStates: Record<string, Invitation['mail']> = { done: 'sent', failed: 'failed' }

const lifeFrom = (now: Date) => new Date(now.getTime() + lifeDays * 86_400_000).toISOString()

async function refuseUnlessMayInvite(
  db: Db,
  actor: Actor,
  { groups, project }: NewInvitation,
): Promise<void> {
  if (project !== undefined) await requireProjectRight(db, actor, project, 'MANAGE_MEMBERS')
  if (actor.isAdmin) return
  if (project === undefined)
    throw forbidden('Only an administrator may invite people; administrators of a project may invite to it.')
  if (groups.length > 0) throw forbidden('Only an administrator may put people into groups.')
}

async function refuseKnownAddress(db: Db, email: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.fn('lower', ['email']), '=', email)
    .executeTakeFirst()
  if (user) throw conflict(`There is a user with the e-mail address ${email} already.`)
}

async function getInvitation(services: Services, actor: Actor, id: string): Promise<InvitationRow> {
  const row = await services.database.db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || (!actor.isAdmin && row.invited_by !== actor.name)) throw notFound('invitation', id)
  return row
}

const sendInvitation = ({ access, serverName }: Services, db: Db, row: InvitationRow, url: string) =>
  enqueueLetter(
    db,
    access.vault,
    writeLetter({
      to: row.email,
      subject: `Invitation to ${serverName || 'Bindery'}`,
      before: [
        'Hello,',
        `${row.invited_by} invites you to ${serverName || 'Bindery'}${row.project === null ? '' : `, project ${row.project}`}. Choose a user name and a password here:`,
      ],
      action: { label: 'Take up the invitation', url },
      after: [`The link works once, within ${lifeDays} days.`],
    }),
    { id: `${jobPrefix}${row.id}` },
  )

const toInvitation = ({ clock }: Services, row: InvitationRow, mail: Invitation['mail']): Invitation => ({
  id: row.id,
  email: row.email,
  // Written by invite().
  groups: JSON.parse(row.groups) as string[],
  project: row.project,
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  isExpired: row.expires_at <= clock.now().toISOString(),
  mail,
})
