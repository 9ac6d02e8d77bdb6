// Passwords that are forgotten, and the rules for new ones.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrentUser } from './session.ts'

const mandatory = 'This field is mandatory'
const NewPassword = z.string().min(1, mandatory).max(1024)

export const PasswordRules = z.object({
  minLength: z.number().int(),
  needsUpperCase: z.boolean(),
  needsLowerCase: z.boolean(),
  needsDigit: z.boolean(),
  needsSpecial: z.boolean(),
})
export type PasswordRules = z.infer<typeof PasswordRules>

const Key = z.object({ key: z.string().min(1, 'The link is incomplete: its key is missing.').max(256) })

export const passwords = {
  forgotPassword: endpoint(
    'POST /ui/api/v1/ui/auth/forgotpassword',
    'Send a link for a new password; the answer does not tell whether there is such a user',
    {
      body: z.object({ user: z.string().min(1, mandatory).max(256).describe('User name or e-mail address') }),
      response: z.object({ message: z.string() }),
    },
  ),
  validateKey: endpoint('POST /ui/api/v1/ui/auth/validatetoken', 'Whose password a link may set', {
    query: Key,
    response: z.object({ user: z.string() }),
  }),
  resetPassword: endpoint('POST /ui/api/v1/ui/auth/resetpassword', 'Set a new password with a link', {
    query: Key,
    body: z.object({
      user: z.string().max(256).optional(),
      password: NewPassword.optional(),
      newPassword1: NewPassword.optional().describe('The same as password'),
    }),
    response: CurrentUser,
  }),
}
