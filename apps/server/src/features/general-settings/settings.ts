// The general settings: one document that an administrator changes as a whole.
import { GeneralSettings, type GeneralState } from '@bindery/contracts'
import { audit, changedMembers, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest } from '../../platform/errors.ts'
import { generalSettings, refreshInstallation } from '../../platform/installation/installation.ts'
import { logoAddresses } from '../../platform/installation/logos.ts'
import { isReadOnly } from '../../platform/installation/read-only.ts'
import type { Services } from '../feature.ts'
import { copyLinkedLogo, keepLinkedLogo } from './logo.ts'

export async function readState(services: Services): Promise<GeneralState> {
  return {
    settings: await generalSettings(services),
    configuredBaseUrl: services.installation.configuredBaseUrl ?? '',
    ...(await logoAddresses(services)),
    isReadOnly: await isReadOnly(services),
  }
}

export async function saveSettings(
  services: Services,
  by: Doer,
  given: GeneralSettings,
): Promise<GeneralState> {
  const { access, installation } = services
  refuseBackwards(given)
  const before = await generalSettings(services)
  const settings = { ...given, baseUrl: withSlash(given.baseUrl) }
  // Fetched before anything is written: an address without an image is refused as a whole.
  const copy = given.logoUrl === before.logoUrl ? undefined : await copyLinkedLogo(services, given.logoUrl)
  await transaction(access.database, async (db, after) => {
    await access.live.set(db, after, installation.general, settings)
    if (copy) await keepLinkedLogo(services, db, after, copy)
    await audit(access, db, by, {
      kind: 'general-settings.changed',
      detail: changedMembers(before, settings),
    })
  })
  await refreshInstallation(installation)
  return readState(services)
}

export async function saveBaseUrl(services: Services, by: Doer, baseUrl: string): Promise<void> {
  const given = GeneralSettings.shape.baseUrl.safeParse(baseUrl)
  if (!given.success) throw badRequest('Enter a valid URL', 'baseUrl')
  await saveSettings(services, by, { ...(await generalSettings(services)), baseUrl: given.data })
}

/** Base URLs end with a slash, however they are given. */
const withSlash = (address: string) => (address === '' ? '' : `${address.replace(/\/+$/, '')}/`)

function refuseBackwards({ dailyMessage: { from, until } }: GeneralSettings): void {
  if (from !== null && until !== null && Date.parse(until) <= Date.parse(from))
    throw badRequest('The message would end before it begins.', 'dailyMessage.until')
}
