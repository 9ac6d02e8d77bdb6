// Two parts of the security settings under the names that Artifactory gives them.
import type { GivenPasswordExpirationPolicy, LockPolicy, PasswordExpirationPolicy } from '@bindery/contracts'
import type { z } from 'zod'
import type { Doer } from '../../access/audit.ts'
import { securityOf } from '../../access/sign-in/security.ts'
import type { Services } from '../feature.ts'
import { saveSettings } from './settings.ts'

type Lock = z.infer<typeof LockPolicy>
type Expiry = z.infer<typeof PasswordExpirationPolicy>

/** What Artifactory shows while passwords do not expire. */
const usualDays = 60

export async function readLockPolicy({ access }: Services): Promise<Lock> {
  const { lock } = await securityOf(access)
  return { enabled: lock.isEnabled, loginAttempts: lock.attempts }
}

export async function saveLockPolicy(services: Services, by: Doer, given: Lock): Promise<void> {
  const settings = await securityOf(services.access)
  const lock = { ...settings.lock, isEnabled: given.enabled, attempts: given.loginAttempts }
  await saveSettings(services, by, { ...settings, lock })
}

export async function readExpiryPolicy({ access }: Services): Promise<Expiry> {
  const { expiresAfterDays } = (await securityOf(access)).password
  return {
    enabled: expiresAfterDays > 0,
    passwordMaxAge: expiresAfterDays || usualDays,
    notifyByEmail: false,
  }
}

export async function saveExpiryPolicy(
  services: Services,
  by: Doer,
  given: z.infer<typeof GivenPasswordExpirationPolicy>,
): Promise<Expiry> {
  const settings = await securityOf(services.access)
  const expiresAfterDays = given.enabled ? given.passwordMaxAge : 0
  await saveSettings(services, by, { ...settings, password: { ...settings.password, expiresAfterDays } })
  return readExpiryPolicy(services)
}
