// The SAML provider in the configuration document, which knows one: the provider named `default`, else the first there is.
import { NewAccessSaml } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import { listProviders, removeProvider } from '../../access/external/identity-providers.ts'
import { type PlainObject, readElement } from '../../registry/config/elements.ts'
import { flag, text } from '../../registry/config/member.ts'
import type { ConfigurationPart } from '../feature.ts'
import { fromAccessSaml, toAccessSaml } from './access-api.ts'
import {
  createSamlProvider,
  refuseUntestedRedirect,
  samlKind,
  type StoredProvider,
  updateSamlProvider,
} from './providers.ts'

const name = 'default'

const members = {
  enableIntegration: flag(true),
  loginUrl: text(),
  logoutUrl: text(),
  certificate: text(),
  serviceProviderName: text(),
  noAutoUserCreation: flag(),
  allowUserToAccessProfile: flag(),
  useEncryptedAssertion: flag(),
  autoRedirect: flag(),
  syncGroups: flag(),
  verifyAudienceRestriction: flag(true),
  groupAttribute: text(),
  emailAttribute: text(),
}

async function findOne(access: Access): Promise<StoredProvider | undefined> {
  const all = await listProviders(access, samlKind)
  return all.find((one) => one.name === name) ?? all[0]
}

export async function describeSaml(access: Access): Promise<PlainObject | undefined> {
  const found = await findOne(access)
  if (!found) return undefined
  const wire = toAccessSaml(found)
  return {
    enableIntegration: wire.enable_integration,
    loginUrl: wire.login_url,
    logoutUrl: wire.logout_url,
    certificate: wire.certificate,
    serviceProviderName: wire.service_provider_name,
    noAutoUserCreation: !wire.auto_user_creation,
    allowUserToAccessProfile: wire.allow_user_to_access_profile,
    useEncryptedAssertion: wire.use_encrypted_assertion,
    autoRedirect: wire.auto_redirect,
    syncGroups: wire.sync_groups,
    verifyAudienceRestriction: wire.verify_audience_restriction,
    groupAttribute: wire.group_attribute,
    emailAttribute: wire.email_attribute,
  }
}

export const samlPart: ConfigurationPart = {
  path: ['security', 'samlSettings'],
  describe: ({ access }) => describeSaml(access),
  async merge(services, by, given) {
    const { access } = services
    const before = await findOne(access)
    if (given === null) {
      if (before) await removeProvider(access, by, samlKind, before.name)
      return undefined
    }
    const { values, rest } = readElement('security.samlSettings', given, members)
    const all = { ...(before && (await describeSaml(access))), ...values }
    const wanted = NewAccessSaml.parse({
      name: before?.name ?? name,
      enable_integration: all.enableIntegration,
      login_url: all.loginUrl,
      logout_url: all.logoutUrl,
      certificate: all.certificate,
      service_provider_name: all.serviceProviderName,
      auto_user_creation: all.noAutoUserCreation !== true,
      allow_user_to_access_profile: all.allowUserToAccessProfile,
      use_encrypted_assertion: all.useEncryptedAssertion,
      auto_redirect: all.autoRedirect,
      sync_groups: all.syncGroups,
      verify_audience_restriction: all.verifyAudienceRestriction,
      group_attribute: all.groupAttribute,
      email_attribute: all.emailAttribute,
      name_id_attribute: before?.settings.nameAttribute,
    })
    refuseUntestedRedirect(wanted.auto_redirect, before)
    const settings = fromAccessSaml(wanted, before?.settings)
    await (before
      ? updateSamlProvider(services, by, before.name, settings)
      : createSamlProvider(services, by, name, settings))
    return rest
  },
}
