// What the sign-in screen asks before anybody signed in. Nothing here depends on who asks.
import type { LoginRelatedData, RealmStatus, SsoLink } from '@bindery/contracts'
import type { z } from 'zod'
import { securityOf } from '../../access/sign-in/security.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import type { Services } from '../feature.ts'

export async function loginRelatedData({ access }: Services): Promise<LoginRelatedData> {
  const settings = await securityOf(access)
  const offers = await Promise.all(access.signInOffers.map((offer) => offer()))
  const { expiresAfterDays: _, ...passwordRules } = settings.password
  return {
    // Without a mail server the way would lead nowhere.
    forgotPassword: settings.forgotPassword && (await access.live.get(mailServer)).isEnabled,
    canRememberMe: settings.session.rememberMeDays > 0,
    passwordAutocompleteEnabled: settings.passwordAutocompleteEnabled,
    samlAuthenticationData: joined(offers.map((offer) => offer.samlAuthenticationData ?? [])),
    ssoProviderLink: offers.find((offer) => offer.ssoProviderLink)?.ssoProviderLink ?? null,
    isRegistrationEnabled: settings.registration.isEnabled,
    passwordRules,
  }
}

/** A single address stays one, as its provider wants it. */
function joined(offers: (SsoLink[] | string)[]): SsoLink[] | string {
  const given = offers.filter((offer) => offer.length > 0)
  const [only] = given
  if (given.length === 1 && only !== undefined) return only
  return given.flatMap((offer) => (typeof offer === 'string' ? { name: 'SAML SSO', url: offer } : offer))
}

export async function realmStates({ access }: Services): Promise<z.infer<typeof RealmStatus>[]> {
  const states = await Promise.all(access.realms.map((realm) => realm.state()))
  const own = { name: 'internal', isAvailable: true, message: '' }
  return [own, ...states.filter((state) => state !== undefined)]
}

export const loginDialog = async ({ access }: Services) => ({
  config: (await securityOf(access)).loginDialog,
})

export const visualMode = async ({ access }: Services) => (await securityOf(access)).loginView
