// Requests of the contact form: written with the job that delivers them, shown to administrators.
import { type ContactRequest, type Lead, leadSources, type Page, type PageQuery } from '@bindery/contracts'
import type { Selectable } from 'kysely'
import { audit, type Doer } from '../../access/audit.ts'
import { countTurn } from '../../access/sign-in/attempts.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { ContactRequestRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import type { Services } from '../feature.ts'
import { deliveryJob, targetOf } from './deliver.ts'

/** Within an hour: of one address, which may stand for an office, and of everybody together. */
const mostOfOne = 10
const mostOfAll = 500

export async function sendRequest(services: Services, by: Doer, lead: Lead): Promise<{ id: string }> {
  const { access, clock, database } = services
  await countTurn(access, `contact from ${by.address}`, mostOfOne)
  await countTurn(access, 'contact', mostOfAll)
  const id = newId(clock.now().getTime())
  await transaction(database, async (db) => {
    await db
      .insertInto('contact_requests')
      .values({
        id,
        created_at: clock.now().toISOString(),
        created_by: by.actor.name,
        topic: lead.topic,
        first_name: lead.FirstName,
        last_name: lead.LastName,
        country: lead.Country,
        email: lead.Email,
        comment: lead.Comments,
        // Never what came with the request: the topic alone says how it is counted.
        source: JSON.stringify(leadSources[lead.topic]),
        job_id: await enqueueDelivery(services, db, id),
        delivered_at: null,
      })
      .execute()
  })
  return { id }
}

export async function listRequests(
  { database }: Services,
  { after, limit }: PageQuery,
): Promise<Page<ContactRequest>> {
  const rows = await database.db
    .selectFrom('contact_requests as request')
    .leftJoin('jobs as job', 'job.id', 'request.job_id')
    .selectAll('request')
    .select(['job.state as job_state', 'job.attempts as attempts', 'job.last_error as last_error'])
    .$if(after !== undefined, (query) => query.where('request.id', '<', after ?? ''))
    .orderBy('request.id', 'desc')
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map(toRequest)
  const { total } = await database.db
    .selectFrom('contact_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const hasNextPage = rows.length > limit
  return {
    items,
    total: Number(total),
    hasNextPage,
    endCursor: hasNextPage ? (items.at(-1)?.id ?? null) : null,
  }
}

export async function retryRequest(services: Services, by: Doer, id: string): Promise<void> {
  if (targetOf(services).kind === 'none')
    throw badRequest('Nothing says where to. Set contactMail or contactUrl in the configuration first.')
  await transaction(services.database, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('contact_requests')
      .set({ job_id: await enqueueDelivery(services, db, id), delivered_at: null })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('request', id)
    await audit(services.access, db, by, { kind: 'contact.retried', target: id })
  })
}

export async function removeRequest({ access, database }: Services, by: Doer, id: string): Promise<void> {
  await transaction(database, async (db) => {
    const { numDeletedRows } = await db.deleteFrom('contact_requests').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('request', id)
    await audit(access, db, by, { kind: 'contact.removed', target: id })
  })
}

/** One job for each request, whatever is clicked; none while nothing says where to. */
async function enqueueDelivery(services: Services, db: Db, id: string): Promise<string | null> {
  if (targetOf(services).kind === 'none') return null
  return enqueue(db, deliveryJob, { id }, { id: `contact:${id}`, clock: services.clock })
}

interface ListedRow extends Selectable<ContactRequestRow> {
  job_state: string | null
  attempts: number | null
  last_error: string | null
}

const toRequest = (row: ListedRow): ContactRequest => ({
  id: row.id,
  at: row.created_at,
  by: row.created_by,
  // Written above, after the contract had checked it.
  topic: row.topic as ContactRequest['topic'],
  firstName: row.first_name,
  lastName: row.last_name,
  country: row.country,
  email: row.email,
  comment: row.comment,
  source: JSON.parse(row.source) as ContactRequest['source'],
  state: stateOf(row),
  attempts: row.attempts ?? 0,
  lastError: row.delivered_at === null ? row.last_error : null,
  deliveredAt: row.delivered_at,
})

function stateOf({ delivered_at, job_id, job_state }: ListedRow): ContactRequest['state'] {
  if (delivered_at !== null) return 'delivered'
  if (job_id === null) return 'kept'
  // The row of a job that gave up is removed after some weeks.
  return job_state === null || job_state === 'failed' ? 'failed' : 'waiting'
}
