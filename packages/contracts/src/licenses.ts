// Licences: which are installed, and of what type the installation therefore is.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noLicense } from './frame.ts'

/** From the least to the most: of several valid licences the last of these counts. */
export const licenseTypes = [
  'Free Tier',
  'OSS',
  'Edge Trial',
  'Edge',
  'Pro Trial',
  'Pro',
  'Pro X Trial',
  'Pro X',
  'Enterprise Trial',
  'Enterprise',
  'Enterprise X Trial',
  'Enterprise X',
  'Enterprise Plus Trial',
  'Enterprise Plus',
] as const
export type LicenseType = (typeof licenseTypes)[number]

export type InstallationType = LicenseType | typeof noLicense

export const License = z.object({
  id: z.string().describe('built-in, or made of the key'),
  keyEnd: z.string().describe('The last characters of the key; empty for the built-in licence'),
  type: z.enum(licenseTypes).nullable().describe('Null when the key can no longer be read'),
  licensedTo: z.string(),
  validThrough: z.string().nullable().describe('The last day, as a date; null: without an end'),
  nodes: z.number().int().nullable().describe('How many nodes it is for; null: any number'),
  state: z.enum(['valid', 'expired', 'not-trusted']),
  isActive: z.boolean().describe('Whether the type of the installation comes from it'),
  addedAt: z.string().nullable(),
  addedBy: z.string().nullable(),
})
export type License = z.infer<typeof License>

export const LicenseState = z.object({
  type: z.enum([...licenseTypes, noLicense]),
  validThrough: z.string().nullable().describe('Of the licence that counts'),
  licenses: z.array(License),
})
export type LicenseState = z.infer<typeof LicenseState>

export const GivenLicenses = z.object({
  keys: z
    .string()
    .min(1, 'This field is mandatory')
    .max(100_000)
    .describe('One key or several, with blank lines between them'),
})

export const CheckedKey = z.object({
  keyEnd: z.string(),
  license: License.nullable(),
  problem: z.string().describe('Empty when the key can be added'),
})
export type CheckedKey = z.infer<typeof CheckedKey>

const WireLicense = z.object({ type: z.string(), validThrough: z.string(), licensedTo: z.string() })
const Installed = z.object({ status: z.number(), message: z.string() })
const Messages = z.object({ status: z.number(), messages: z.record(z.string(), z.string()) })
const WireKey = z.object({ licenseKey: z.string().min(1, 'This field is mandatory').max(20_000) })

export const licenses = {
  list: endpoint('GET /ui/api/v1/licenses', 'The licences', { response: LicenseState }),
  check: endpoint('POST /ui/api/v1/licenses/check', 'What keys are worth, without adding them', {
    body: GivenLicenses,
    response: z.array(CheckedKey),
  }),
  add: endpoint('POST /ui/api/v1/licenses', 'Add licences: all of the keys, or none when one is wrong', {
    body: GivenLicenses,
    response: LicenseState,
  }),
  restore: endpoint('PUT /ui/api/v1/licenses/built-in', 'Take the built-in licence into use again', {
    response: LicenseState,
  }),
  remove: endpoint('DELETE /ui/api/v1/licenses/{id}', 'Remove a licence', {
    params: z.object({ id: z.string().max(64) }),
    response: LicenseState,
  }),
  wireGet: endpoint('GET /artifactory/api/system/license', 'The licence that counts', {
    response: WireLicense,
  }),
  wireAdd: endpoint('POST /artifactory/api/system/license', 'Add a licence', {
    body: WireKey,
    response: Installed,
  }),
  wireList: endpoint('GET /artifactory/api/system/licenses', 'The licences', {
    response: z.object({
      licenses: z.array(
        WireLicense.extend({ licenseHash: z.string(), nodeId: z.string(), expired: z.boolean() }),
      ),
    }),
  }),
  wireAddMany: endpoint('POST /artifactory/api/system/licenses', 'Add licences', {
    body: z.union([z.array(WireKey).min(1).max(100), WireKey]),
    response: Messages,
  }),
  wireRemove: endpoint('DELETE /artifactory/api/system/licenses', 'Remove licences by their hashes', {
    query: z.object({ licenseHash: z.string().min(1, 'This field is mandatory').max(2000) }),
    response: Messages,
  }),
}
