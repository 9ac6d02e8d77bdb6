// What the installation is called and how it presents itself, whether it may be changed, and what everybody is told.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const readOnlyText = 'You cannot use this option in read-only mode.'

const optional = <S extends z.ZodType<string>>(schema: S) => z.union([z.literal(''), schema])
const WebAddress = z
  .url({ protocol: /^https?$/, error: 'Enter a valid URL' })
  .max(500)
  .refine((address) => !/[?#@]/.test(address), 'Enter a valid URL')
const HelpAddress = z.url({ protocol: /^https?$/, error: 'Enter a valid URL' }).max(500)

/** A path of the web application, such as `/packages?type=npm`: never another site, however it is written. */
export const InternalPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]+$/u, 'Give a path of this application, such as /packages')
  .refine((path) => !/%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f)/i.test(path.split(/[?#]/)[0] ?? ''), {
    error: 'Give a path of this application, such as /packages',
  })
  .refine((path) => !/^\/(?:ui|home|login|auth)(?:[/?#]|$)/.test(path), {
    error: 'Give a page inside the application: neither its start nor the sign-in page, and without /ui',
  })

const Instant = z.iso.datetime({ offset: true }).nullable()

export const DailyMessage = z.object({
  text: z.string().max(500).describe('Empty: no message'),
  level: z.enum(['info', 'warning', 'error']),
  from: Instant.describe('Null: at once'),
  until: Instant.describe('Null: until it is taken away'),
})
export type DailyMessage = z.infer<typeof DailyMessage>

export const dateFormats = ['day-month-year', 'month-day-year', 'year-month-day'] as const
export type DateFormat = (typeof dateFormats)[number]

export const HelpLink = z.object({ label: z.string().trim().min(1).max(60), url: HelpAddress })
export type HelpLink = z.infer<typeof HelpLink>

export const GeneralSettings = z.object({
  serverName: z.string().trim().max(100).describe('Part of every page title; may be empty'),
  baseUrl: optional(WebAddress).describe(
    'The address under which people and clients reach this installation; empty: what the configuration says',
  ),
  logoUrl: optional(HelpAddress).describe(
    'An image that is copied when this is saved; an uploaded logo wins',
  ),
  footerMessage: z.string().trim().max(300),
  dailyMessage: DailyMessage,
  homePage: optional(InternalPath).describe('Empty: by role'),
  dateFormat: z.enum(dateFormats),
  helpLinks: z.array(HelpLink).max(5),
})
export type GeneralSettings = z.infer<typeof GeneralSettings>

export const GeneralState = z.object({
  settings: GeneralSettings,
  configuredBaseUrl: z
    .string()
    .describe('What holds while baseUrl is empty; empty: the address of each request'),
  logo: z.string().describe('The address of the uploaded logo; empty: none'),
  linkedLogo: z.string().describe('The address of our copy of what logoUrl points to; empty: none'),
  isReadOnly: z.boolean(),
})
export type GeneralState = z.infer<typeof GeneralState>

export const BaseUrlTest = z.object({
  isReached: z.boolean().describe('Whether this very installation answers there'),
  message: z.string(),
})
export type BaseUrlTest = z.infer<typeof BaseUrlTest>

export const BlockedUsage = z.object({
  usage: z.enum(['DATA_TRANSFER']),
  used: z.number().int(),
  quota: z.number().int(),
})
export type BlockedUsage = z.infer<typeof BlockedUsage>

/** What everybody is told, whatever screen they look at. */
export const Announcements = z.object({
  isReadOnly: z.boolean(),
  isMigrating: z.boolean().describe('Packages are being made again from their files'),
  message: DailyMessage.pick({ text: true, level: true }).nullable(),
  blockedUsages: z.array(BlockedUsage),
  license: z
    .object({ type: z.string(), validThrough: z.string().nullable() })
    .nullable()
    .describe('For administrators; null for everybody else'),
  footerMessage: z.string(),
  dateFormat: z.enum(dateFormats),
  helpLinks: z.array(HelpLink),
})
export type Announcements = z.infer<typeof Announcements>

export const generalSettings = {
  get: endpoint('GET /ui/api/v1/ui/generalConfig', 'The general settings', { response: GeneralState }),
  save: endpoint('PUT /ui/api/v1/ui/generalConfig', 'Change the general settings', {
    body: GeneralSettings,
    response: GeneralState,
  }),
  testBaseUrl: endpoint(
    'POST /ui/api/v1/ui/generalConfig/baseUrlTest',
    'Whether the server finds itself at an address',
    { body: z.object({ url: WebAddress }), response: BaseUrlTest },
  ),
  whoAnswers: endpoint('GET /ui/api/v1/ui/generalConfig/installation', 'Which installation this is', {
    response: z.object({ id: z.string() }),
  }),
  logo: endpoint('GET /ui/api/v1/ui/generalConfig/logo', 'The uploaded logo', { response: z.string() }),
  linkedLogo: endpoint('GET /ui/api/v1/ui/generalConfig/logo/linked', 'Our copy of the linked logo', {
    response: z.string(),
  }),
  uploadLogo: endpoint('PUT /ui/api/v1/ui/generalConfig/logo', 'Upload a logo: the image is the body', {
    response: GeneralState,
  }),
  removeLogo: endpoint('DELETE /ui/api/v1/ui/generalConfig/logo', 'Remove the uploaded logo', {
    response: GeneralState,
  }),
  setReadOnly: endpoint('PUT /ui/api/v1/ui/generalConfig/readOnly', 'Switch the read-only mode', {
    body: z.object({ isReadOnly: z.boolean() }),
    response: GeneralState,
  }),
  setBaseUrl: endpoint(
    'PUT /artifactory/api/system/configuration/baseUrl',
    'Set the base URL: the address is the body',
    { response: z.string() },
  ),
  announcements: endpoint('GET /ui/api/v1/ui/announcements', 'What everybody is told', {
    response: Announcements,
  }),
  blockedUsages: endpoint('GET /ui/api/v1/ui/subscription/blockedUsages', 'Quotas that are used up', {
    response: z.array(BlockedUsage),
  }),
}
