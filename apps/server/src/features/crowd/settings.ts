// The settings of Crowd as they are stored: the password of the application sealed, and only for the server it was given for.
import { CrowdChange, type Crowd } from '@bindery/contracts'
import { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest } from '../../platform/errors.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import type { Services } from '../feature.ts'

const Stored = CrowdChange.omit({ applicationPassword: true }).extend({
  sealedPassword: z.string().default(''),
})
export type StoredCrowd = z.infer<typeof Stored>

export const crowdSettings = liveSetting('crowd', Stored)

export interface CrowdToAsk extends Omit<StoredCrowd, 'sealedPassword'> {
  password: string
}

export const readCrowd = async ({ access }: Services): Promise<Crowd> =>
  toCrowd(await access.live.get(crowdSettings))

export async function changeCrowd(services: Services, by: Doer, given: CrowdChange): Promise<Crowd> {
  const { access, database } = services
  return transaction(database, async (db, after) => {
    const stored = await access.live.change(db, after, crowdSettings, (before) =>
      toStored(services, given, before),
    )
    const { isEnabled, serverUrl } = stored
    await audit(access, db, by, { kind: 'crowd.changed', detail: { isEnabled, serverUrl } })
    return toCrowd(stored)
  })
}

/** As it would be stored: checked, and with the password that is kept when none is given. */
export function toStored(
  { access, outbound }: Services,
  given: CrowdChange,
  before: StoredCrowd,
): StoredCrowd {
  const { applicationPassword = '', ...settings } = given
  if (settings.serverUrl !== '') outbound.policy.check(new URL(settings.serverUrl).hostname)
  const kept = originOf(settings.serverUrl) === originOf(before.serverUrl) ? before.sealedPassword : ''
  const sealedPassword = applicationPassword === '' ? kept : access.vault.seal(applicationPassword, sealedFor)
  // Whoever may change an address must not learn, by naming a server of their own, the password kept for the other.
  if (sealedPassword === '' && before.sealedPassword !== '' && settings.serverUrl !== '')
    throw badRequest(
      'The address has changed: type the password of the application again.',
      'applicationPassword',
    )
  if (settings.isEnabled && (settings.serverUrl === '' || settings.applicationName === ''))
    throw badRequest('Crowd needs the address of the server and the name of the application.', 'serverUrl')
  return { ...settings, sealedPassword }
}

export const toAsk = ({ access }: Services, { sealedPassword, ...settings }: StoredCrowd): CrowdToAsk => ({
  ...settings,
  password: sealedPassword === '' ? '' : access.vault.open(sealedPassword, sealedFor),
})

const sealedFor = 'crowd'
const originOf = (url: string) => URL.parse(url)?.origin ?? ''

const toCrowd = ({ sealedPassword, ...settings }: StoredCrowd): Crowd => ({
  ...settings,
  applicationPassword: '',
  hasApplicationPassword: sealedPassword !== '',
})
