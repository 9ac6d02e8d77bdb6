// The contact form: what people ask of whoever runs this installation, and what became of it.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery, pageOf } from './page.ts'

/** Also the value that the address of a page carries while the form is open. */
export const contactTopics = ['demo', 'support', 'trialExtension', 'sales'] as const
export type ContactTopic = (typeof contactTopics)[number]

export interface LeadSource {
  LeadSource: string
  Lead_Source_Details__c: string
  MRK_FormType__c: string
}

/** What each topic is called by those who count where requests come from. */
export const leadSources: Record<ContactTopic, LeadSource> = {
  demo: {
    LeadSource: 'Product',
    Lead_Source_Details__c: 'In-product demo request',
    MRK_FormType__c: 'Demo Request',
  },
  support: {
    LeadSource: 'Product',
    Lead_Source_Details__c: 'In-product technical support',
    MRK_FormType__c: 'Technical Support',
  },
  trialExtension: {
    LeadSource: 'Product',
    Lead_Source_Details__c: 'In-product trial extension',
    MRK_FormType__c: 'Trial Extension',
  },
  sales: {
    LeadSource: 'Product',
    Lead_Source_Details__c: 'In-product contact',
    MRK_FormType__c: 'Contact Sales',
  },
}

const name = z
  .string()
  .trim()
  .min(1, 'This field is mandatory')
  .max(100)
  .regex(/^\P{Cc}*$/u, 'A name is one line')

/** By the names that the specification gives them. */
export const Lead = z.object({
  FirstName: name,
  LastName: name,
  Country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a country')
    .describe('Two letters, ISO 3166'),
  Email: z.email('Enter a valid e-mail address').max(256),
  topic: z.enum(contactTopics),
  Comments: z.string().trim().max(4000).default(''),
  LeadSource: z.string().max(100).optional().describe('Follows from the topic, as the next two do'),
  Lead_Source_Details__c: z.string().max(100).optional(),
  MRK_FormType__c: z.string().max(100).optional(),
})
export type Lead = z.infer<typeof Lead>

export const ContactState = z
  .enum(['kept', 'waiting', 'delivered', 'failed'])
  .describe('kept: stored here only, because no address is configured')
export type ContactState = z.infer<typeof ContactState>

export const ContactRequest = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string().describe('The user who sent it'),
  topic: z.enum(contactTopics),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  email: z.string(),
  comment: z.string(),
  source: z.object({
    LeadSource: z.string(),
    Lead_Source_Details__c: z.string(),
    MRK_FormType__c: z.string(),
  }),
  state: ContactState,
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  deliveredAt: z.string().nullable(),
})
export type ContactRequest = z.infer<typeof ContactRequest>

const IdParam = z.object({ id: z.string().max(64) })

export const contact = {
  send: endpoint('POST /ui/api/v1/marketing/contact', 'Contact whoever runs this installation', {
    body: Lead,
    response: z.object({ id: z.string() }),
    status: 201,
  }),
  list: endpoint('GET /ui/api/v1/contact-requests', 'What was sent by the contact form, newest first', {
    query: PageQuery,
    response: pageOf(ContactRequest),
  }),
  target: endpoint('GET /ui/api/v1/contact-target', 'Where requests are delivered to', {
    response: z.object({ kind: z.enum(['none', 'mail', 'url']), address: z.string() }),
  }),
  retry: endpoint('POST /ui/api/v1/contact-requests/{id}/retry', 'Deliver a request once more', {
    params: IdParam,
  }),
  remove: endpoint('DELETE /ui/api/v1/contact-requests/{id}', 'Delete a request', { params: IdParam }),
}
