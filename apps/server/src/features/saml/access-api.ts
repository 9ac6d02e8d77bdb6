// The settings as the Access API of the JFrog Platform has them, which knows fewer of them. What it does not know stays.
import type { AccessSaml, NewAccessSaml, SamlProviderSettings } from '@bindery/contracts'
import type { z } from 'zod'
import { splitCertificates } from './certificates.ts'
import type { GivenSettings, StoredProvider } from './providers.ts'

export const toAccessSaml = ({ name, settings }: StoredProvider): AccessSaml => ({
  name,
  enable_integration: settings.isEnabled,
  verify_audience_restriction: settings.verifyAudience,
  login_url: settings.loginUrl,
  logout_url: settings.logoutUrl,
  service_provider_name: settings.entityId,
  auto_user_creation: settings.autoCreateUsers,
  allow_user_to_access_profile: settings.allowProfile,
  use_encrypted_assertion: settings.encryptedAssertions,
  auto_redirect: settings.autoRedirect,
  sync_groups: settings.syncGroups,
  // As it was given, so that whoever compares it finds no difference.
  certificate: settings.certificateText ?? settings.certificates.join('\n'),
  group_attribute: settings.groupAttribute,
  email_attribute: settings.emailAttribute,
  name_id_attribute: settings.nameAttribute,
  ldap_group_settings: [],
})

const fresh = { displayName: '', idpEntityId: '', requestBinding: 'redirect', signRequests: false } as const

export const fromAccessSaml = (
  given: Omit<z.output<typeof NewAccessSaml>, 'name'>,
  before?: SamlProviderSettings,
): GivenSettings => ({
  ...fresh,
  ...before,
  isEnabled: given.enable_integration,
  verifyAudience: given.verify_audience_restriction,
  loginUrl: given.login_url,
  logoutUrl: given.logout_url,
  entityId: given.service_provider_name,
  autoCreateUsers: given.auto_user_creation,
  allowProfile: given.allow_user_to_access_profile,
  encryptedAssertions: given.use_encrypted_assertion,
  autoRedirect: given.auto_redirect,
  syncGroups: given.sync_groups,
  certificates: splitCertificates(given.certificate),
  certificateText: given.certificate,
  groupAttribute: given.group_attribute,
  emailAttribute: given.email_attribute,
  nameAttribute: given.name_id_attribute,
})
