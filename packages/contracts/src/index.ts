// All areas of the management API; the OpenAPI document is made from `areas`.
import { artifactStorage } from './artifact-storage.ts'
import { artifactSearch } from './artifact-search.ts'
import { artifactBrowser } from './artifact-browser.ts'
import { crowd } from './crowd.ts'
import { live } from './events.ts'
import { httpSso } from './http-sso.ts'
import { proxies } from './proxies.ts'
import { reverseProxy } from './reverse-proxy.ts'
import { storage } from './storage.ts'
import { storageCare } from './storage-care.ts'
import { backups } from './backups.ts'
import { retention } from './retention.ts'
import { keyPairs } from './key-pairs.ts'
import { ldapAccess } from './ldap-access.ts'
import { ldap } from './ldap.ts'
import { frame } from './frame.ts'
import { overview } from './overview.ts'
import { packages } from './packages.ts'
import { environmentViews, projectViews, roleViews } from './project-views.ts'
import { environments, projectEnvironments } from './environments.ts'
import { projects } from './projects.ts'
import { globalRoles, projectRoles } from './roles.ts'
import { mirrors } from './mirrors.ts'
import { repositories } from './repositories.ts'
import { identityLinks } from './identity-links.ts'
import { oauth } from './oauth.ts'
import { saml } from './saml.ts'
import { audit } from './audit.ts'
import { clientCertificates } from './client-certificates.ts'
import { clientSetup } from './client-setup.ts'
import { contact } from './contact.ts'
import { mail } from './mail.ts'
import { allSettings } from './all-settings.ts'
import { generalSettings } from './general-settings.ts'
import { licenses } from './licenses.ts'
import { passwords } from './passwords.ts'
import { registration } from './registration.ts'
import { secondFactor } from './second-factor.ts'
import { securitySettings } from './security-settings.ts'
import { signInScreen } from './sign-in-screen.ts'
import { session } from './session.ts'
import { apiKeys } from './api-keys.ts'
import { cliLogin } from './cli-login.ts'
import { oidcExchange } from './oidc-exchange.ts'
import { follows } from './follows.ts'
import { preferences } from './preferences.ts'
import { profile } from './profile.ts'
import { sshKeys } from './ssh-keys.ts'
import { artifactorySystem } from './artifactory-system.ts'
import { system } from './system.ts'
import { tokens } from './tokens.ts'
import { upstreams } from './upstreams.ts'
import { accessGroups, accessPermissions, accessSystem, accessUsers } from './access-identities.ts'
import { artifactoryCleanup, bundleCleanup, packageArchive } from './artifactory-cleanup.ts'
import { artifactoryConfiguration } from './artifactory-configuration.ts'
import { artifactoryReplications } from './artifactory-replications.ts'
import { artifactoryRepositories } from './artifactory-repositories.ts'
import { artifactoryGroups, artifactoryPermissions, artifactoryUsers } from './artifactory-security.ts'
import { groups } from './groups.ts'
import { permissions } from './permissions.ts'
import { principals } from './principals.ts'
import { transfers } from './transfers.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { builds } from './builds.ts'
import { artifactoryBuilds } from './artifactory-builds.ts'

export * from './artifact-storage.ts'
export * from './artifact-search.ts'
export * from './artifact-browser.ts'
export * from './client-certificates.ts'
export * from './client-setup.ts'
export * from './crowd.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './frame.ts'
export * from './events.ts'
export * from './http-sso.ts'
export * from './key-pairs.ts'
export * from './ldap-access.ts'
export * from './ldap.ts'
export * from './page.ts'
export * from './identity-links.ts'
export * from './oauth.ts'
export * from './overview.ts'
export * from './packages.ts'
export * from './provider-test.ts'
export * from './project-views.ts'
export * from './proxies.ts'
export * from './reverse-proxy.ts'
export * from './storage.ts'
export * from './storage-care.ts'
export * from './backups.ts'
export * from './retention.ts'
export * from './artifactory-cleanup.ts'
export * from './environments.ts'
export { longestProjectKey, ProjectKey } from './project-parts.ts'
export * from './projects.ts'
export * from './roles.ts'
export * from './mirrors.ts'
export * from './repositories.ts'
export * from './saml.ts'
export * from './audit.ts'
export * from './contact.ts'
export * from './mail.ts'
export * from './all-settings.ts'
export * from './general-settings.ts'
export * from './licenses.ts'
export * from './passwords.ts'
export * from './registration.ts'
export * from './second-factor.ts'
export * from './security-settings.ts'
export * from './sign-in-screen.ts'
export * from './session.ts'
export * from './api-keys.ts'
export * from './cli-login.ts'
export * from './oidc-exchange.ts'
export * from './follows.ts'
export * from './preferences.ts'
export * from './profile.ts'
export * from './ssh-keys.ts'
export * from './artifactory-system.ts'
export * from './system.ts'
export * from './tokens.ts'
export * from './access-identities.ts'
export * from './artifactory-configuration.ts'
export * from './artifactory-replications.ts'
export * from './artifactory-repositories.ts'
export * from './artifactory-security.ts'
export * from './groups.ts'
export * from './permissions.ts'
export * from './principals.ts'
export * from './transfers.ts'
export * from './uploads.ts'
export * from './upstreams.ts'
export * from './users.ts'
export * from './builds.ts'
export * from './artifactory-builds.ts'

export const areas = {
  clientCertificates,
  keyPairs,
  clientSetup,
  artifactBrowser,
  saml,
  oauth,
  identityLinks,
  ldap,
  ldapAccess,
  crowd,
  httpSso,
  session,
  frame,
  signInScreen,
  secondFactor,
  passwords,
  registration,
  securitySettings,
  mail,
  contact,
  proxies,
  reverseProxy,
  generalSettings,
  allSettings,
  licenses,
  storage,
  storageCare,
  backups,
  retention,
  audit,
  mirrors,
  repositories,
  artifactStorage,
  artifactSearch,
  transfers,
  uploads,
  packages,
  builds,
  artifactoryBuilds,
  users,
  groups,
  permissions,
  principals,
  artifactoryCleanup,
  bundleCleanup,
  packageArchive,
  artifactoryConfiguration,
  artifactoryReplications,
  artifactoryRepositories,
  artifactoryUsers,
  artifactoryGroups,
  artifactoryPermissions,
  accessUsers,
  accessGroups,
  accessPermissions,
  accessSystem,
  tokens,
  upstreams,
  apiKeys,
  oidcExchange,
  cliLogin,
  follows,
  preferences,
  profile,
  sshKeys,
  artifactorySystem,
  system,
  live,
  overview,
  projects,
  projectRoles,
  projectEnvironments,
  globalRoles,
  environments,
  projectViews,
  environmentViews,
  roleViews,
}
