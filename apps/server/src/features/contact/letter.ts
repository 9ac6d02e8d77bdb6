// A request of the contact form in words and as the document that a desk's own server is sent.
import type { LeadSource } from '@bindery/contracts'
import type { Selectable } from 'kysely'
import type { ContactRequestRow } from '../../platform/db/schema.ts'
import { type Letter, writeLetter } from '../../platform/mail/letters.ts'
import type { Services } from '../feature.ts'

type Request = Selectable<ContactRequestRow>

const topics: Record<string, string> = {
  demo: 'Request a demo',
  support: 'Technical support',
  trialExtension: 'Request trial extension',
  sales: 'Contact sales',
}

/** Made for each letter, which are few: with the first of a process the names of the whole world are read. */
const countryOf = (code: string) => new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code

export const leadOf = (row: Request) => ({
  id: row.id,
  FirstName: row.first_name,
  LastName: row.last_name,
  Country: row.country,
  Email: row.email,
  topic: row.topic,
  Comments: row.comment,
  ...sourceOf(row),
})

/** Answers go to the person who asked. */
export function contactLetter({ baseUrl, serverName }: Services, to: string, row: Request): Letter {
  const name = `${row.first_name} ${row.last_name}`
  const { LeadSource, Lead_Source_Details__c, MRK_FormType__c } = sourceOf(row)
  const letter = writeLetter({
    to,
    subject: `${topics[row.topic] ?? row.topic}: ${name}`,
    before: [
      `${name} (${row.email}, ${countryOf(row.country)}) wrote by the contact form${serverName === '' ? '' : ` of ${serverName}`}, signed in as ${row.created_by}.`,
      ...(row.comment === '' ? [] : [row.comment]),
    ],
    ...(baseUrl === undefined
      ? {}
      : { action: { label: 'All requests', url: `${baseUrl}/ui/admin/configuration/contact` } }),
    after: [
      `LeadSource: ${LeadSource}. Lead_Source_Details__c: ${Lead_Source_Details__c}. MRK_FormType__c: ${MRK_FormType__c}. Request ${row.id}.`,
    ],
  })
  return { ...letter, replyTo: row.email }
}

const sourceOf = (row: Request) => JSON.parse(row.source) as LeadSource // as written by sendRequest
