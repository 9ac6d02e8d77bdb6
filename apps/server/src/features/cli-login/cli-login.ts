// A command line signs in through the browser. It makes up a session id, which is its secret; we keep a digest. A person who is
// signed in sees what asks and from where, compares the last characters with their terminal, and allows it. The token is made
// when the command line comes for it, once; nothing secret waits in the database.
import type { IncomingMessage } from 'node:http'
import { cliCodeLength, type CreatedToken, type PendingCliLogin } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { loadActor } from '../../access/rules/load-actor.ts'
import { toCreated } from '../../access/tokens/created-token.ts'
import { createToken } from '../../access/tokens/token-request.ts'
import { digestOf } from '../../access/tokens/token-secrets.ts'
import { AppError, badRequest, forbidden } from '../../platform/errors.ts'
import type { CliLoginRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'

interface Call {
  actor: Actor
  address: string
  raw: IncomingMessage
}

const waitMinutes = 5
/** Open requests at a time: from one address, and from all. */
const mostFromOne = 20
const mostFromAll = 10_000

export async function askCliLogin(services: Services, call: Call, session: string): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const row: CliLoginRow = {
    id: idOf(session),
    client: clientName(call.raw.headers['user-agent']),
    address: call.address,
    user_id: null,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + waitMinutes * 60_000).toISOString(),
  }
  await transaction(database, async (db) => {
    await db.deleteFrom('cli_logins').where('expires_at', '<=', now.toISOString()).execute()
    const open = await db
      .selectFrom('cli_logins')
      .select(({ fn }) => fn.countAll<number>().as('all'))
      .select(({ fn }) => fn.countAll<number>().filterWhere('address', '=', call.address).as('own'))
      .executeTakeFirstOrThrow()
    if (Number(open.own) >= mostFromOne || Number(open.all) >= mostFromAll)
      throw new AppError('too-many-requests', 'Too many sign-ins are waiting. Try again in a few minutes.', {
        headers: { 'retry-after': String(waitMinutes * 60) },
      })
    // The same session again changes nothing: what was allowed must stay what the person saw.
    await db
      .insertInto('cli_logins')
      .values(row)
      .onConflict((on) => on.column('id').doNothing())
      .execute()
  })
}

export async function pendingCliLogin(
  services: Services,
  call: Call,
  session: string,
): Promise<PendingCliLogin> {
  refuseProgram(call)
  const row = await findWaiting(services, session)
  return {
    client: row.client,
    address: row.address,
    requestedAt: row.created_at,
    expiresAt: row.expires_at,
    isSameAddress: row.address === call.address,
  }
}

export async function answerCliLogin(
  services: Services,
  call: Call,
  given: { session: string; code?: string | undefined; isAllowed: boolean },
): Promise<{ isAllowed: boolean }> {
  const { access, database } = services
  const { session, code, isAllowed } = given
  refuseProgram(call)
  const row = await findWaiting(services, session)
  if (isAllowed && code !== undefined && code.toLowerCase() !== session.slice(-cliCodeLength).toLowerCase())
    throw badRequest('These are not the last characters that your terminal shows.', 'code')
  const detail = { client: row.client, address: row.address }
  await transaction(database, async (db) => {
    const waiting = { id: row.id, now: services.clock.now().toISOString() }
    const { changed } = isAllowed
      ? await db
          .updateTable('cli_logins')
          .set({ user_id: call.actor.userId })
          .where('id', '=', waiting.id)
          .where('user_id', 'is', null)
          .where('expires_at', '>', waiting.now)
          .executeTakeFirst()
          .then(({ numUpdatedRows }) => ({ changed: numUpdatedRows }))
      : await db
          .deleteFrom('cli_logins')
          .where('id', '=', waiting.id)
          .executeTakeFirst()
          .then(({ numDeletedRows }) => ({ changed: numDeletedRows }))
    if (changed !== 1n) throw gone()
    await audit(access, db, call, { kind: isAllowed ? 'cli-login.allowed' : 'cli-login.denied', detail })
  })
  return { isAllowed }
}

/** Once: of several who ask at the same moment, one gets it. */
export async function collectToken(services: Services, call: Call, session: string): Promise<CreatedToken> {
  const { access, database, clock } = services
  const row = await transaction(database, (db) =>
    db
      .deleteFrom('cli_logins')
      .where('id', '=', idOf(session))
      .where('user_id', 'is not', null)
      .where('expires_at', '>', clock.now().toISOString())
      .returning(['user_id', 'client'])
      .executeTakeFirst(),
  )
  const actor = row?.user_id ? await loadActor(access, row.user_id) : undefined
  // Clients ask again while they read this status.
  if (!row || !actor) throw badRequest('Nobody has allowed this sign-in yet.')
  const token = await createToken(
    access,
    { actor, address: call.address },
    { description: `Web login of ${row.client}`, isRefreshable: true },
  )
  return toCreated(token)
}

async function findWaiting({ database, clock }: Services, session: string): Promise<CliLoginRow> {
  const row = await database.db
    .selectFrom('cli_logins')
    .selectAll()
    .where('id', '=', idOf(session))
    .where('user_id', 'is', null)
    .where('expires_at', '>', clock.now().toISOString())
    .executeTakeFirst()
  if (!row) throw gone()
  return row
}

/** Only a person at a browser allows; a program with their token or password could let in another in their name. */
function refuseProgram({ raw }: Call): void {
  if (raw.headers.authorization !== undefined || raw.headers['x-jfrog-art-api'] !== undefined)
    throw forbidden('Sign in with the browser to allow a command line.')
}

const gone = () =>
  new AppError('not-found', 'This sign-in is not waiting any more. Start it again in your terminal.')

const idOf = (session: string) => digestOf(session.toLowerCase())

/** What a program says of itself, cut to what a person can read. */
const clientName = (agent: string | undefined) =>
  (agent ?? '').replaceAll(/[^\w./ ()-]/g, '').slice(0, 80) || 'A program'
