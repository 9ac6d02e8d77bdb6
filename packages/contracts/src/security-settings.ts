// The rules everyone signs in by, changed while the program runs; and what an administrator does about single people.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pageOf, PageQuery } from './page.ts'
import { PasswordRules } from './passwords.ts'

const days = (most = 3650) => z.number().int().min(0).max(most)

export const SecondFactorPolicy = z.enum(['off', 'optional', 'required', 'required-for-groups'])
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>

export const SecuritySettings = z.object({
  anonymousAccess: z.boolean().describe('People who did not sign in may read what anonymous may read'),
  anonymousUiAccess: z.boolean().describe('… also in the web application'),
  password: PasswordRules.extend({
    minLength: z.number().int().min(8).max(128),
    expiresAfterDays: days().describe('0: never'),
  }),
  lock: z.object({
    isEnabled: z.boolean(),
    attempts: z.number().int().min(3).max(100).describe('Wrong answers before an account is locked'),
    minutes: z.number().int().min(1).max(1440).describe('How long the lock lasts'),
  }),
  secondFactor: z.object({
    policy: SecondFactorPolicy,
    groups: z.array(z.string().max(256)).max(1000).describe('For required-for-groups'),
    appliesToExternal: z.boolean().describe('Also for users of LDAP, SAML, OAuth and the like'),
  }),
  session: z.object({
    idleMinutes: z.number().int().min(1).max(100_000),
    hours: z.number().int().min(1).max(100_000),
    rememberMeDays: days().describe('0 takes the choice away'),
  }),
  loginDialog: z.object({
    enabled: z.boolean(),
    permanent: z.boolean(),
    title: z.string().max(200),
    text: z.string().max(20_000).describe('HTML; all but harmless tags are removed'),
    buttonLabel: z.string().max(100),
  }),
  loginView: z.object({ loginIsExternal: z.boolean(), isProvidersHidden: z.boolean() }),
  forgotPassword: z.boolean().describe('Whether people may ask for a link by e-mail'),
  passwordAutocompleteEnabled: z.boolean(),
  registration: z.object({
    isEnabled: z.boolean(),
    groups: z.array(z.string().max(256)).max(100).describe('What new people are members of'),
  }),
  auditRetentionDays: z.number().int().min(1).max(3650),
})
export type SecuritySettings = z.infer<typeof SecuritySettings>

const Warnings = z.array(z.string()).describe('What the change means for people, to be read before saving')

export const EnrolmentState = z.object({
  name: z.string(),
  realm: z.string(),
  isEnrolled: z.boolean(),
  isRequired: z.boolean(),
})

export const Lock = z.object({
  user: z.string().nullable().describe('Null for an address'),
  address: z.string().nullable(),
  failures: z.number().int(),
  lockedUntil: z.string(),
})

export const LockPolicy = z.object({
  enabled: z.boolean(),
  loginAttempts: z.number().int().min(3).max(100),
})

export const PasswordExpirationPolicy = z.object({
  enabled: z.boolean(),
  passwordMaxAge: z.number().int().min(1).max(3650).describe('Days'),
  notifyByEmail: z.literal(false).describe('Nobody is told beforehand; the sign-in asks for a new one'),
})
export const GivenPasswordExpirationPolicy = PasswordExpirationPolicy.extend({
  notifyByEmail: z.boolean().optional(),
})

const NameParam = z.object({ name: z.string().max(256) })

export const securitySettings = {
  get: endpoint('GET /ui/api/v1/security-settings', 'The rules everyone signs in by', {
    response: SecuritySettings,
  }),
  check: endpoint('POST /ui/api/v1/security-settings/check', 'What a change would mean, without saving it', {
    body: SecuritySettings,
    response: z.object({ warnings: Warnings }),
  }),
  save: endpoint('PUT /ui/api/v1/security-settings', 'Change the rules everyone signs in by', {
    body: SecuritySettings,
    response: z.object({ settings: SecuritySettings, warnings: Warnings }),
  }),
  enrolments: endpoint('GET /ui/api/v1/second-factors', 'Who has a second factor, and who has not', {
    query: PageQuery.extend({ enrolled: z.enum(['true', 'false']).optional() }),
    response: pageOf(EnrolmentState),
  }),
  resetEnrolment: endpoint(
    'DELETE /ui/api/v1/second-factors/{name}',
    'Take a user’s second factor away, e.g. when the device was lost',
    { params: NameParam },
  ),
  locks: endpoint('GET /ui/api/v1/locks', 'Accounts and addresses that are locked at present', {
    response: z.array(Lock),
  }),
  unlock: endpoint('DELETE /ui/api/v1/locks/{name}', 'End the lock of an account', { params: NameParam }),
  lockedUsers: endpoint('GET /artifactory/api/security/lockedUsers', 'Names of locked users', {
    response: z.array(z.string()),
  }),
  unlockUser: endpoint('POST /artifactory/api/security/unlockUsers/{name}', 'End the lock of an account', {
    params: NameParam,
    status: 200,
  }),
  unlockUsers: endpoint('POST /artifactory/api/security/unlockUsers', 'End the locks of some accounts', {
    body: z.array(z.string().max(256)).max(1000),
    status: 200,
  }),
  lockPolicy: endpoint('GET /artifactory/api/security/userLockPolicy', 'When accounts are locked', {
    response: LockPolicy,
  }),
  saveLockPolicy: endpoint(
    'PUT /artifactory/api/security/userLockPolicy',
    'Change when accounts are locked',
    {
      body: LockPolicy,
      status: 200,
    },
  ),
  expiryPolicy: endpoint(
    'GET /artifactory/api/security/configuration/passwordExpirationPolicy',
    'When passwords expire',
    { response: PasswordExpirationPolicy },
  ),
  saveExpiryPolicy: endpoint(
    'PUT /artifactory/api/security/configuration/passwordExpirationPolicy',
    'Change when passwords expire',
    { body: GivenPasswordExpirationPolicy, response: PasswordExpirationPolicy },
  ),
  unlockAll: endpoint('POST /artifactory/api/security/unlockAllUsers', 'End the locks of all accounts', {
    status: 200,
  }),
}
