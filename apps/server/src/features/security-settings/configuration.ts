// The rules everyone signs in by, in the configuration document. What belongs to directories and providers is theirs.
import { SecuritySettings } from '@bindery/contracts'
import { securityOf } from '../../access/sign-in/security.ts'
import { badRequest } from '../../platform/errors.ts'
import { type PlainObject, readElement } from '../../registry/config/elements.ts'
import { flag, group, integer, type Member } from '../../registry/config/member.ts'
import type { ConfigurationPart } from '../feature.ts'
import { readExpiryPolicy, readLockPolicy } from './policies.ts'
import { saveSettings } from './settings.ts'

const expiry = { enabled: flag(), passwordMaxAge: integer(60, 1, 3650) }
const lock = { enabled: flag(), loginAttempts: integer(5, 3, 100) }
/** Read apart, because it holds members with and without an effect. */
const whole: Member<PlainObject> = { fallback: {}, read: (value) => value as PlainObject }

/** Null switches it off. */
const policy: Member<PlainObject> = { ...whole, fallback: { enabled: false } }

const members = { anonAccessEnabled: flag(), userLockPolicy: group(lock), passwordSettings: whole }

export const securityPart: ConfigurationPart = {
  path: ['security'],
  async describe(services) {
    const { anonymousAccess } = await securityOf(services.access)
    // Nobody is told by mail, so what was given of it is kept and given back by the document itself.
    const { notifyByEmail: _, ...expirationPolicy } = await readExpiryPolicy(services)
    return {
      anonAccessEnabled: anonymousAccess,
      userLockPolicy: await readLockPolicy(services),
      passwordSettings: { expirationPolicy },
    }
  },
  async merge(services, by, given) {
    if (given === null) throw badRequest('The security settings can be changed, not removed.')
    const { values, rest } = readElement('security', given, members)
    const before = await securityOf(services.access)
    const passwords = readElement('security.passwordSettings', values.passwordSettings ?? {}, {
      expirationPolicy: policy,
    })
    const { values: ends, rest: endsRest } = readElement(
      'security.passwordSettings.expirationPolicy',
      passwords.values.expirationPolicy ?? {},
      expiry,
    )
    const days = before.password.expiresAfterDays
    const { enabled = days > 0, passwordMaxAge = days || expiry.passwordMaxAge.fallback } = ends
    const { userLockPolicy: locks } = values
    const settings = SecuritySettings.parse({
      ...before,
      anonymousAccess: values.anonAccessEnabled ?? before.anonymousAccess,
      ...(locks && {
        lock: { ...before.lock, isEnabled: locks.enabled, attempts: locks.loginAttempts },
      }),
      password: { ...before.password, expiresAfterDays: enabled ? passwordMaxAge : 0 },
    })
    await saveSettings(services, by, settings)
    const idle = { ...passwords.rest, ...(endsRest && { expirationPolicy: endsRest }) }
    return Object.keys(idle).length > 0 ? { ...rest, passwordSettings: idle } : rest
  },
}
