// Atlassian Crowd: one server that checks names and passwords and knows groups.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PasswordTest } from './provider-test.ts'

const ServerUrl = z
  .string()
  .max(1024)
  .regex(/^(?:https?:\/\/[^\s?#@]+)?$/i, 'Use the http or https address of the Crowd server')

const CrowdSettings = z.object({
  isEnabled: z.boolean().default(false),
  serverUrl: ServerUrl.default('').describe('Such as https://crowd.example.org/crowd'),
  applicationName: z.string().max(256).default(''),
  sessionMinutes: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(0)
    .describe('For how long a checked password is believed without asking again; 0 asks each time'),
  autoCreateUsers: z.boolean().default(true),
  syncGroups: z.boolean().default(true).describe('Whether groups are taken anew at each sign-in'),
  allowProfile: z.boolean().default(true),
  usesDirectAuthentication: z.boolean().default(false).describe('Kept for scripts'),
  usesDefaultProxy: z.boolean().default(false).describe('Reached through the platform’s default proxy'),
})

export const Crowd = CrowdSettings.extend({
  applicationPassword: z.literal('').describe('Never told'),
  hasApplicationPassword: z.boolean(),
})
export type Crowd = z.infer<typeof Crowd>

/** The password left out or empty: the stored one stays, as long as the server stays. */
export const CrowdChange = CrowdSettings.extend({ applicationPassword: z.string().max(1024).optional() })
export type CrowdChange = z.infer<typeof CrowdChange>

export const WireCrowd = z.object({
  enable_integration: z.boolean().default(false),
  server_url: ServerUrl.default(''),
  application_name: z.string().max(256).default(''),
  password: z.string().max(1024).nullish(),
  session_validation_interval: z.number().int().min(0).max(1440).default(0),
  use_default_proxy: z.boolean().default(false),
  auto_user_creation: z.boolean().default(true),
  allow_user_to_access_profile: z.boolean().default(true),
  direct_authentication: z.boolean().default(false),
  override_all_groups_upon_login: z.boolean().default(false),
})
export type WireCrowd = z.infer<typeof WireCrowd>
/** As it is told: every value is there. */
export const SavedWireCrowd = WireCrowd.extend({})

export const crowd = {
  isEnabled: endpoint('GET /ui/api/v1/ui/crowd', 'Whether Crowd is enabled', {
    response: z.object({ enabled: z.boolean() }),
  }),
  read: endpoint('GET /ui/api/v1/crowd', 'The settings of Crowd', { response: Crowd }),
  change: endpoint('PUT /ui/api/v1/crowd', 'Change the settings of Crowd', {
    body: CrowdChange,
    response: Crowd,
  }),
  test: endpoint('POST /ui/api/v1/crowd/test', 'Try Crowd with a person, saved or not', {
    body: z.object({
      settings: CrowdChange,
      user: z.string().min(1, 'This field is mandatory').max(256),
      password: z.string().max(1024).default('').describe('Empty looks the person up and does not sign in'),
    }),
    response: PasswordTest,
  }),
  readSettings: endpoint('GET /access/api/v1/crowd', 'Read the Crowd settings', { response: SavedWireCrowd }),
  putSettings: endpoint('PUT /access/api/v1/crowd', 'Change the Crowd settings', {
    body: WireCrowd,
    response: SavedWireCrowd,
  }),
}
