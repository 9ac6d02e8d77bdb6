// The job: hands one request to the configured desk, by mail or over HTTP. It throws when that did not work, to be tried again
// with growing pauses; whoever receives it twice can tell by its id.
import type { Selectable } from 'kysely'
import type { ContactRequestRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { deliverLetter } from '../../platform/mail/deliver.ts'
import type { Services } from '../feature.ts'
import { contactLetter, leadOf } from './letter.ts'

export const deliveryJob = 'deliver-contact'

interface ContactTarget {
  kind: 'none' | 'mail' | 'url'
  address: string
}

export function targetOf({ contact: { mail, url } }: Services): ContactTarget {
  if (url !== undefined) return { kind: 'url', address: url }
  return mail === undefined ? { kind: 'none', address: '' } : { kind: 'mail', address: mail }
}

export async function deliverRequest(services: Services, payload: unknown): Promise<void> {
  const { id } = payload as { id: string } // as enqueued beside the row
  const { clock, database } = services
  const row = await database.db
    .selectFrom('contact_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  // Deleted meanwhile, or delivered by a run that was interrupted after its end.
  if (row === undefined || row.delivered_at !== null) return
  await handOver(services, row)
  const delivered_at = clock.now().toISOString()
  await transaction(database, (db) =>
    db.updateTable('contact_requests').set({ delivered_at }).where('id', '=', id).execute(),
  )
}

async function handOver(services: Services, row: Selectable<ContactRequestRow>): Promise<void> {
  const { access, outbound } = services
  const target = targetOf(services)
  if (target.kind === 'mail')
    return deliverLetter({ ...access, policy: outbound.policy }, contactLetter(services, target.address, row))
  if (target.kind === 'none') throw new Error('Neither contactMail nor contactUrl is set any more.')
  const { status } = await outbound.fetch(target.address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': row.id },
    body: JSON.stringify(leadOf(row)),
    limit: 64 * 1024,
  })
  if (status < 200 || status >= 300) throw new Error(`The desk answered with status ${status}.`)
}
