// New people: those who register themselves, and those who were invited by link.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrentUser } from './session.ts'

const mandatory = 'This field is mandatory'
const Email = z.email('Enter a valid e-mail address').max(256)

export const NewAccount = z.object({
  userName: z
    .string()
    .min(1, mandatory)
    .regex(/^[a-z0-9][a-z0-9._@-]{0,63}$/, 'Use lower-case letters, digits, dots, dashes, underscores and @'),
  email: Email.optional().describe('With a token, the e-mail address of the invitation counts'),
  password: z.string().min(1, mandatory).max(1024),
  token: z.string().max(256).optional().describe('From the link of an invitation'),
})

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  project: z.string().nullable(),
  invitedBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
  mail: z.enum(['waiting', 'sent', 'failed']),
})
export type Invitation = z.infer<typeof Invitation>

const IdParam = z.object({ id: z.string().max(128) })

export const registration = {
  createAccount: endpoint('POST /ui/api/v1/ui/auth/createAccount', 'Create an account of one’s own', {
    body: NewAccount,
    response: CurrentUser,
    status: 201,
  }),
  verifyToken: endpoint('POST /ui/api/v1/ui/auth/verifyToken', 'What an invitation is for', {
    body: z.object({ token: z.string().min(1, mandatory).max(256) }),
    response: z.object({
      valid: z.boolean(),
      email: z.string().nullable(),
      invitedBy: z.string().nullable(),
      project: z.string().nullable(),
    }),
  }),
  list: endpoint('GET /ui/api/v1/invitations', 'Invitations that were not taken up yet', {
    response: z.array(Invitation),
  }),
  invite: endpoint('POST /ui/api/v1/invitations', 'Invite somebody by e-mail', {
    body: z.object({
      email: Email,
      groups: z.array(z.string().max(256)).max(100).default([]).describe('For administrators only'),
      project: z
        .string()
        .max(128)
        .optional()
        .describe('Its key; becomes a viewer there. Needed by project administrators'),
    }),
    response: Invitation,
    status: 201,
  }),
  resend: endpoint('POST /ui/api/v1/invitations/{id}/resend', 'Send an invitation again, with a new link', {
    params: IdParam,
    response: Invitation,
  }),
  revoke: endpoint('DELETE /ui/api/v1/invitations/{id}', 'Take an invitation back', { params: IdParam }),
}
