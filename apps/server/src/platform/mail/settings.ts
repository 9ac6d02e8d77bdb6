// The mail server, as an administrator set it while the program runs.
import { z } from 'zod'
import { liveSetting } from '../live-settings.ts'

export const MailServer = z.object({
  isEnabled: z.boolean().default(false),
  host: z.string().default(''),
  port: z.number().default(587),
  security: z.enum(['none', 'starttls', 'tls']).default('starttls'),
  user: z.string().default(''),
  /** Sealed; empty when there is none. */
  password: z.string().default(''),
  from: z.string().default(''),
  fromName: z.string().default('Bindery'),
  subjectPrefix: z.string().default(''),
  /** What links start with. */
  baseUrl: z.string().default(''),
})
export type MailServer = z.infer<typeof MailServer>

export const mailServer = liveSetting('mail', MailServer)

/** The context under which the password is sealed. */
export const mailPassword = 'mail-password'
