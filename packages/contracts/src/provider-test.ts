// What the test of a place that checks passwords answers: each step with its time, and the account of a sign-in.
import { z } from 'zod'
import { TestReport } from './saml.ts'

export const PasswordTest = TestReport.extend({
  account: z
    .object({
      name: z.string(),
      email: z.string().nullable(),
      exists: z.boolean().describe('Whether there is such a user here already'),
      groups: z.array(z.object({ name: z.string(), exists: z.boolean() })),
      verdict: z.string().describe('What a sign-in would do, in a sentence'),
    })
    .nullable(),
  raw: z.unknown().describe('What the provider answered, without secrets'),
})
export type PasswordTest = z.infer<typeof PasswordTest>
