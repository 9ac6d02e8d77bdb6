// The second factor: a code of an authenticator app, beside the password.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CurrentUser } from './session.ts'

const mandatory = 'This field is mandatory'

export const Enrolment = z.object({
  secret: z.string().describe('For typing, in base 32'),
  uri: z.string().describe('otpauth://…'),
  qrImage: z.string().describe('The picture as a data: address'),
})

export const Verified = CurrentUser.extend({
  recoveryCodes: z.array(z.string()).describe('Shown once, right after the second factor was set up'),
})

export const SecondFactorState = z.object({
  isEnrolled: z.boolean(),
  isRequired: z.boolean(),
  isOffered: z.boolean().describe('False where the second factor is switched off'),
  recoveryCodesLeft: z.number().int(),
})

/** With wrong answers counted against the account, as at the sign-in. */
export const Reauthentication = z.object({ password: z.string().min(1, mandatory).max(1024) })

const enrolShape = { response: Enrolment } as const
const verifyShape = {
  body: z.object({ otp: z.string().min(1, mandatory).max(64) }),
  response: Verified,
} as const

export const secondFactor = {
  enroll: endpoint(
    'GET /ui/api/v1/ui/auth/mfa/enroll',
    'The secret to set up a second factor with',
    enrolShape,
  ),
  enrollAccess: endpoint(
    'GET /ui/api/v1/access/auth/mfa/enroll',
    'The secret to set up a second factor with, access variant',
    enrolShape,
  ),
  enrollAccessRoot: endpoint(
    'GET /access/auth/mfa/enroll',
    'The secret to set up a second factor with, access variant',
    enrolShape,
  ),
  verify: endpoint(
    'POST /ui/api/v1/ui/auth/mfa/verify',
    'Give a one-time code or a recovery code; ends the sign-in, or the set-up of a second factor',
    verifyShape,
  ),
  verifyAccess: endpoint(
    'POST /ui/api/v1/access/auth/mfa/verify',
    'Give a one-time code, access variant',
    verifyShape,
  ),
  verifyAccessRoot: endpoint(
    'POST /access/auth/mfa/verify',
    'Give a one-time code, access variant',
    verifyShape,
  ),
  state: endpoint('GET /ui/api/v1/second-factor', 'My second factor', { response: SecondFactorState }),
  remove: endpoint('POST /ui/api/v1/second-factor/remove', 'Take my second factor away', {
    body: Reauthentication,
  }),
  newRecoveryCodes: endpoint(
    'POST /ui/api/v1/second-factor/recovery-codes',
    'Make new recovery codes; the old ones end',
    { body: Reauthentication, response: z.object({ recoveryCodes: z.array(z.string()) }) },
  ),
}
