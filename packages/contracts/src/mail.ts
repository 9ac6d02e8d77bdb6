// The mail server that letters leave by.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const settings = {
  isEnabled: z.boolean(),
  host: z
    .string()
    .max(255)
    .regex(/^[^\s/@]*$/, 'Give a host name or an address, without a scheme'),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['none', 'starttls', 'tls']),
  user: z.string().max(256).describe('Empty: no sign-in at the mail server'),
  from: z.union([z.literal(''), z.email('Enter a valid e-mail address').max(256)]),
  fromName: z.string().max(100),
  subjectPrefix: z.string().max(100),
  baseUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Enter a valid URL' }).max(500)])
    .describe('What links in letters start with; empty: the baseUrl of the configuration'),
}

export const MailSettings = z.object({ ...settings, password: z.literal(''), hasPassword: z.boolean() })
export type MailSettings = z.infer<typeof MailSettings>

export const GivenMailSettings = z.object({
  ...settings,
  password: z.string().max(1024).optional().describe('Left out: stays as it is; empty: none'),
})
export type GivenMailSettings = z.infer<typeof GivenMailSettings>

export const mail = {
  get: endpoint('GET /ui/api/v1/mail', 'The mail server', { response: MailSettings }),
  save: endpoint('PUT /ui/api/v1/mail', 'Change the mail server', {
    body: GivenMailSettings,
    response: MailSettings,
  }),
  test: endpoint('POST /ui/api/v1/mail/test', 'Send a letter with the given settings, without saving them', {
    body: GivenMailSettings.extend({ to: z.email('Enter a valid e-mail address').max(256) }),
    response: z.object({ isSent: z.boolean(), message: z.string() }),
  }),
}
