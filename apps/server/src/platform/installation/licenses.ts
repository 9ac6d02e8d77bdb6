// Which licences are installed and what they make of the installation. Keys are read anew each time, so that one whose
// issuer is no longer believed counts for nothing.
import {
  licenseTypes,
  noLicense,
  type InstallationType,
  type License,
  type LicenseState,
  type LicenseType,
} from '@bindery/contracts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { liveSetting } from '../live-settings.ts'
import type { Installation, OfInstallation } from './installation.ts'
import { readLicenseKey } from './license-key.ts'

export const installedLicenses = liveSetting(
  'licenses',
  z.object({
    hasBuiltIn: z.boolean().default(true),
    keys: z.array(z.object({ key: z.string(), addedAt: z.string(), addedBy: z.string() })).default([]),
  }),
)

/** Nothing is paywalled: it is there from the start, and an administrator may take it away. */
const builtIn: License = {
  id: 'built-in',
  keyEnd: '',
  type: 'Enterprise Plus',
  licensedTo: 'Everybody who uses Bindery',
  validThrough: null,
  nodes: null,
  state: 'valid',
  isActive: false,
  addedAt: null,
  addedBy: null,
}

export async function licenseState({ installation }: OfInstallation): Promise<LicenseState> {
  const { hasBuiltIn, keys } = await installation.live.get(installedLicenses)
  const given = keys.map(({ key, addedAt, addedBy }) => ({
    ...describeKey(installation, key),
    addedAt,
    addedBy,
  }))
  const all = hasBuiltIn ? [builtIn, ...given] : given
  const active = all.filter((license) => license.state === 'valid').toSorted(byWorth)[0]
  return {
    type: active?.type ?? noLicense,
    validThrough: active?.validThrough ?? null,
    licenses: all.map((license) => ({ ...license, isActive: license === active })),
  }
}

export const licenseType = async (services: OfInstallation): Promise<InstallationType> =>
  (await licenseState(services)).type

export function describeKey(installation: Installation, key: string): License {
  const read = readLicenseKey(key, installation.licenseIssuer)
  const known = { id: licenseId(key), keyEnd: key.slice(-6), isActive: false, addedAt: null, addedBy: null }
  if ('problem' in read)
    return { ...known, type: null, licensedTo: '', validThrough: null, nodes: null, state: 'not-trusted' }
  const today = installation.clock.now().toISOString().slice(0, 10)
  const { validThrough } = read.grant
  const hasEnded = validThrough !== null && validThrough < today
  return { ...known, ...read.grant, state: hasEnded ? 'expired' : 'valid' }
}

export const licenseId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32)

/** The best type first; of two alike the one that lasts longer. */
const byWorth = (a: License, b: License) =>
  rankOf(b.type) - rankOf(a.type) || (b.validThrough ?? '9').localeCompare(a.validThrough ?? '9')

const rankOf = (type: LicenseType | null) => (type === null ? -1 : licenseTypes.indexOf(type))
