// Every route with every kind of visitor. What is public is written down here: a new route without protection fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import type { Send } from '../support/builders/published.ts'
import { routeOf } from '../../apps/server/src/platform/http/api.ts'
import { apiRoutes, fill, registryRoutes } from './routes.ts'

/** What anybody may call without credentials where anonymous access is off. Adding a line is a decision. */
const publicCalls = [
  'GET /ui/api/v1/ui/auth/current',
  'GET /ui/api/v1/ui/auth/screen/footer',
  'GET /ui/api/v1/ui/services',
  'GET /ui/api/v1/ui/entitlements',
  'GET /ui/api/v1/system/ismicroserviceenabled/{service}',
  'POST /ui/api/v1/ui/auth/login',
  'POST /ui/api/v1/ui/auth/logout',
  'POST /ui/api/v1/ui/auth/changePassword',
  'GET /ui/api/v1/ui/auth/session',
  'GET /ui/api/v1/ui/auth/loginDialog',
  'GET /ui/api/v1/ui/auth/loginVisualMode',
  'GET /ui/api/v1/ui/auth/userPlugins',
  'GET /ui/api/v1/ui/auth/redirect',
  'POST /ui/api/v1/ui/auth/forgotpassword',
  'POST /ui/api/v1/ui/auth/validatetoken',
  'POST /ui/api/v1/ui/auth/resetpassword',
  'POST /ui/api/v1/ui/auth/createAccount',
  'POST /ui/api/v1/ui/auth/verifyToken',
  'POST /ui/api/v1/access/auth/login',
  'POST /access/auth/login',
  ...['/ui/api/v1/ui', '/ui/api/v1/access', '/access'].flatMap((place) => [
    `POST ${place}/auth/loginRelatedData`,
    `GET ${place}/auth/mfa/enroll`,
    `POST ${place}/auth/mfa/verify`,
  ]),
  'GET /ui/api/v1/access/auth/realms/status',
  'GET /access/auth/realms/status',
  'GET /artifactory/api/system/version',
  'GET /ui/api/v1/ui/generalConfig/installation',
  'GET /ui/api/v1/ui/generalConfig/logo',
  'GET /ui/api/v1/ui/generalConfig/logo/linked',
  'GET /access/api/v1/system/version',
  'POST /artifactory/api/security/users/authorization/changePassword',
  'GET /ui/api/v1/ui/crowd',
  'GET /ui/api/v1/ui/httpsso',
  'GET /ui/api/v1/auth/saml/metadata/{name}',
  'GET /ui/api/v1/auth/saml/loginRequest/{name}',
  'POST /ui/api/v1/auth/saml/loginResponse/{name}',
  'GET /ui/api/v1/auth/saml/finish/{name}',
  'GET /ui/api/v1/auth/saml/logout/{name}',
  'POST /ui/api/v1/auth/saml/logout/{name}',
  'GET /ui/api/v1/ui/saml/logoutRequest',
  'GET /ui/api/v1/ui/saml/autoRedirect',
  'GET /ui/api/v1/ui/saml/registrationId',
  'GET /ui/api/v1/auth/oauth2/loginRequest/{name}',
  'GET /ui/api/v1/auth/oauth2/loginResponse/{name}',
  'GET /ui/api/v1/ui/oauth/providers',
  'GET /ui/api/v1/ui/auth/ssoError/{id}',
  // Refreshing, exchanging and waiting for a token: the proof is in the body or the address.
  'POST /access/api/v1/tokens',
  'POST /artifactory/api/security/token',
  'POST /access/api/v1/oidc/token',
  'POST /access/api/v2/authentication/jfrog_client_login/request',
  'GET /access/api/v2/authentication/jfrog_client_login/token/{session}',
  // The server calls itself, with a ticket that only it can have made.
  'GET /ui/api/v1/proxy-settings/echo/{ticket}',
  'GET /ui/api/v1/proxy-settings/echo/{ticket}/{path}',
  'POST /ui/api/v1/proxy-settings/echo/{ticket}',
  // An upload in parts goes by a token of its own.
  'POST /artifactory/api/v1/uploads/urlPart',
  'PUT /artifactory/api/v1/uploads/parts/{ticket}/{number}',
  'POST /artifactory/api/v1/uploads/complete',
  'POST /artifactory/api/v1/uploads/status',
  'POST /artifactory/api/v1/uploads/abort',
]
const openRoutes = ['npm: GET /-/ping', 'npm: PUT /-/user/org.couchdb.user:{user}']

const api = apiRoutes()
const keys: Record<string, string> = { npm: 'npm-walked', generic: 'generic-walked' }
const registry = registryRoutes((format) => keys[format] ?? `${format}-walked`)

let app: TestApp
let nobody: Send
let reader: Send

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const [format, key] of Object.entries(keys))
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format }))
  await app.fetch('/artifactory/generic-walked/walked.txt', { method: 'PUT', body: 'walked' })
  nobody = app.as(await app.user({ name: 'nobody' }))
  const grants = Object.values(keys).map((repository) => ({ action: 'read', repository }))
  reader = app.as(await app.user({ name: 'reader', grants }))
})

afterAll(() => app.close())

const call = (send: Send, { method, path }: { method: string; path: string }) =>
  send(fill(path), method === 'GET' || method === 'DELETE' ? { method } : json(method, {}))

test('the table is not empty, and has a repository for each format', () => {
  expect(api.length).toBeGreaterThanOrEqual(20)
  expect(registry.length).toBeGreaterThanOrEqual(20)
  for (const route of registry) expect(Object.values(keys).some((key) => route.path.includes(key))).toBe(true)
})

test('who may call what is decided here: a new or changed route is a change of this table', () => {
  expect(Object.fromEntries(api.map(({ name, allow }) => [name, allow]))).toMatchInlineSnapshot(`
    {
      "DELETE /access/api/v1/environments/{name}": "administer",
      "DELETE /access/api/v1/ldap/groups/{name}": "administer",
      "DELETE /access/api/v1/ldap/settings/{key}": "administer",
      "DELETE /access/api/v1/oauth/{name}": "administer",
      "DELETE /access/api/v1/oidc/{name}": "administer",
      "DELETE /access/api/v1/oidc/{name}/identity_mappings/{mapping}": "administer",
      "DELETE /access/api/v1/projects/_/attach/repositories/{repository}": "administer",
      "DELETE /access/api/v1/projects/_/repositories/{repository}/environments/{environment}": "signed-in",
      "DELETE /access/api/v1/projects/_/share/repositories/{repository}": "administer",
      "DELETE /access/api/v1/projects/_/share/repositories/{repository}/{key}": "signed-in",
      "DELETE /access/api/v1/projects/{key}": "administer",
      "DELETE /access/api/v1/projects/{key}/environments/{name}": "signed-in",
      "DELETE /access/api/v1/projects/{key}/groups/{name}": "signed-in",
      "DELETE /access/api/v1/projects/{key}/roles/{name}": "signed-in",
      "DELETE /access/api/v1/projects/{key}/users/{name}": "signed-in",
      "DELETE /access/api/v1/roles/{name}": "administer",
      "DELETE /access/api/v1/saml/{name}": "administer",
      "DELETE /access/api/v1/tokens/revoke": "identified",
      "DELETE /access/api/v1/tokens/{id}": "identified",
      "DELETE /access/api/v2/groups/{name}": "write-identities",
      "DELETE /access/api/v2/permissions/{name}": "write-identities",
      "DELETE /access/api/v2/permissions/{name}/{resource}": "write-identities",
      "DELETE /access/api/v2/users/{name}": "write-identities",
      "DELETE /artifactory/api/archive/v2/packages/{rest}": "administer",
      "DELETE /artifactory/api/build/{build}": "browse",
      "DELETE /artifactory/api/cleanup/bundles/{rest}": "administer",
      "DELETE /artifactory/api/cleanup/packages/policies/{key}": "administer",
      "DELETE /artifactory/api/gpg/key/{part}": "administer",
      "DELETE /artifactory/api/replications/multiple/{repo}": "signed-in",
      "DELETE /artifactory/api/replications/{repo}": "signed-in",
      "DELETE /artifactory/api/repositories/{key}": "signed-in",
      "DELETE /artifactory/api/security/apiKey": "signed-in",
      "DELETE /artifactory/api/security/apiKey/{name}": "administer",
      "DELETE /artifactory/api/security/groups/{name}": "write-identities",
      "DELETE /artifactory/api/security/keypair/{name}": "administer",
      "DELETE /artifactory/api/security/keys/trusted/{name}": "administer",
      "DELETE /artifactory/api/security/permissions/{name}": "write-identities",
      "DELETE /artifactory/api/security/users/{name}": "write-identities",
      "DELETE /artifactory/api/storage/{path}": "signed-in",
      "DELETE /artifactory/api/system/licenses": "administer",
      "DELETE /artifactory/api/system/security/certificates/{alias}": "administer",
      "DELETE /artifactory/api/v2/repositories/{key}": "signed-in",
      "DELETE /artifactory/api/v2/security/permissions/{name}": "write-identities",
      "DELETE /ui/api/v1/contact-requests/{id}": "administer",
      "DELETE /ui/api/v1/groups/{name}": "write-identities",
      "DELETE /ui/api/v1/identity-links": "administer",
      "DELETE /ui/api/v1/invitations/{id}": "signed-in",
      "DELETE /ui/api/v1/jobs/{id}": "administer",
      "DELETE /ui/api/v1/ldap/mappings/{name}": "administer",
      "DELETE /ui/api/v1/ldap/servers/{key}": "administer",
      "DELETE /ui/api/v1/licenses/{id}": "administer",
      "DELETE /ui/api/v1/locks/{name}": "administer",
      "DELETE /ui/api/v1/oauth/{name}": "administer",
      "DELETE /ui/api/v1/permissions/{name}": "manage-permissions",
      "DELETE /ui/api/v1/preferences/{key}": "signed-in",
      "DELETE /ui/api/v1/proxies/{key}": "administer",
      "DELETE /ui/api/v1/repositories/{key}": "signed-in",
      "DELETE /ui/api/v1/retention/{name}": "administer",
      "DELETE /ui/api/v1/saml/{name}": "administer",
      "DELETE /ui/api/v1/second-factors/{name}": "administer",
      "DELETE /ui/api/v1/sessions": "signed-in",
      "DELETE /ui/api/v1/sessions/{id}": "signed-in",
      "DELETE /ui/api/v1/ui/generalConfig/logo": "administer",
      "DELETE /ui/api/v1/ui/userApiKey": "signed-in",
      "DELETE /ui/api/v1/users/{name}": "write-identities",
      "DELETE /ui/api/v1/users/{name}/sessions": "write-identities",
      "DELETE /ui/api/v1/users/{name}/sessions/{id}": "write-identities",
      "GET /access/api/v1/crowd": "administer",
      "GET /access/api/v1/environments": "signed-in",
      "GET /access/api/v1/httpsso": "administer",
      "GET /access/api/v1/ldap/groups": "administer",
      "GET /access/api/v1/ldap/groups/{name}": "administer",
      "GET /access/api/v1/ldap/settings": "administer",
      "GET /access/api/v1/ldap/settings/{key}": "administer",
      "GET /access/api/v1/oauth": "administer",
      "GET /access/api/v1/oauth/{name}": "administer",
      "GET /access/api/v1/oidc": "administer",
      "GET /access/api/v1/oidc/{name}": "administer",
      "GET /access/api/v1/oidc/{name}/identity_mappings": "administer",
      "GET /access/api/v1/oidc/{name}/identity_mappings/{mapping}": "administer",
      "GET /access/api/v1/projects": "signed-in",
      "GET /access/api/v1/projects/_/repositories/{repository}": "administer",
      "GET /access/api/v1/projects/{key}": "signed-in",
      "GET /access/api/v1/projects/{key}/environments": "signed-in",
      "GET /access/api/v1/projects/{key}/groups": "signed-in",
      "GET /access/api/v1/projects/{key}/groups/{name}": "signed-in",
      "GET /access/api/v1/projects/{key}/repositories": "signed-in",
      "GET /access/api/v1/projects/{key}/roles": "signed-in",
      "GET /access/api/v1/projects/{key}/roles/{name}": "signed-in",
      "GET /access/api/v1/projects/{key}/users": "signed-in",
      "GET /access/api/v1/projects/{key}/users/{name}": "signed-in",
      "GET /access/api/v1/roles": "signed-in",
      "GET /access/api/v1/roles/{name}": "signed-in",
      "GET /access/api/v1/saml": "administer",
      "GET /access/api/v1/saml/{name}": "administer",
      "GET /access/api/v1/system/version": "public",
      "GET /access/api/v1/tokens": "identified",
      "GET /access/api/v1/tokens/{id}": "identified",
      "GET /access/api/v2/authentication/jfrog_client_login/token/{session}": "public",
      "GET /access/api/v2/groups": "read-identities",
      "GET /access/api/v2/groups/{name}": "read-identities",
      "GET /access/api/v2/permissions": "read-identities",
      "GET /access/api/v2/permissions/{name}": "read-identities",
      "GET /access/api/v2/permissions/{name}/{resource}": "read-identities",
      "GET /access/api/v2/users": "read-identities",
      "GET /access/api/v2/users/{name}": "read-identities",
      "GET /access/auth/mfa/enroll": "public",
      "GET /access/auth/realms/status": "public",
      "GET /artifactory/api/archive/download/{path}": "browse",
      "GET /artifactory/api/archive/v2/packages/{rest}": "administer",
      "GET /artifactory/api/build": "browse",
      "GET /artifactory/api/build/{build}": "browse",
      "GET /artifactory/api/builds/buildArtifacts/{name}/{number}/{buildRepo}": "browse",
      "GET /artifactory/api/cleanup/bundles/{rest}": "administer",
      "GET /artifactory/api/cleanup/packages/policies": "administer",
      "GET /artifactory/api/cleanup/packages/policies/{key}": "administer",
      "GET /artifactory/api/federation/status/mirrorsLag": "signed-in",
      "GET /artifactory/api/federation/status/repo/{repo}": "signed-in",
      "GET /artifactory/api/gpg/key/private": "administer",
      "GET /artifactory/api/gpg/key/public": "browse",
      "GET /artifactory/api/oauth": "administer",
      "GET /artifactory/api/onboarding/initStatus": "browse",
      "GET /artifactory/api/replication/{repo}": "signed-in",
      "GET /artifactory/api/replications/multiple/{repo}": "signed-in",
      "GET /artifactory/api/replications/{repo}": "signed-in",
      "GET /artifactory/api/repositories": "browse",
      "GET /artifactory/api/repositories/configurations": "manage-resources",
      "GET /artifactory/api/repositories/{key}": "browse",
      "GET /artifactory/api/saml/config": "administer",
      "GET /artifactory/api/search/archive": "browse",
      "GET /artifactory/api/search/artifact": "browse",
      "GET /artifactory/api/search/buildArtifacts": "browse",
      "GET /artifactory/api/search/checksum": "browse",
      "GET /artifactory/api/search/creation": "browse",
      "GET /artifactory/api/search/dates": "browse",
      "GET /artifactory/api/search/dependency": "browse",
      "GET /artifactory/api/search/gavc": "browse",
      "GET /artifactory/api/search/latestVersion": "browse",
      "GET /artifactory/api/search/license": "browse",
      "GET /artifactory/api/search/pattern": "browse",
      "GET /artifactory/api/search/prop": "browse",
      "GET /artifactory/api/search/usage": "browse",
      "GET /artifactory/api/search/versions": "browse",
      "GET /artifactory/api/security/apiKey": "signed-in",
      "GET /artifactory/api/security/configuration/passwordExpirationPolicy": "administer",
      "GET /artifactory/api/security/encryptedPassword": "signed-in",
      "GET /artifactory/api/security/groups": "read-identities",
      "GET /artifactory/api/security/groups/{name}": "read-identities",
      "GET /artifactory/api/security/keypair": "administer",
      "GET /artifactory/api/security/keypair/{name}": "administer",
      "GET /artifactory/api/security/keypair/{type}/repositories/{repository}": "browse",
      "GET /artifactory/api/security/keys/trusted": "administer",
      "GET /artifactory/api/security/lockedUsers": "administer",
      "GET /artifactory/api/security/permissions": "read-identities",
      "GET /artifactory/api/security/permissions/{name}": "read-identities",
      "GET /artifactory/api/security/token": "signed-in",
      "GET /artifactory/api/security/userLockPolicy": "administer",
      "GET /artifactory/api/security/users": "read-identities",
      "GET /artifactory/api/security/users/{name}": "read-identities",
      "GET /artifactory/api/securityconfig": "administer",
      "GET /artifactory/api/storage/{path}": "browse",
      "GET /artifactory/api/storageinfo": "administer",
      "GET /artifactory/api/system": "administer",
      "GET /artifactory/api/system/configuration": "administer",
      "GET /artifactory/api/system/configuration/reverseProxy/{webServer}": "administer",
      "GET /artifactory/api/system/configuration/webServer": "administer",
      "GET /artifactory/api/system/license": "administer",
      "GET /artifactory/api/system/licenses": "administer",
      "GET /artifactory/api/system/security/certificates": "administer",
      "GET /artifactory/api/system/security/certificates/": "administer",
      "GET /artifactory/api/system/service_id": "signed-in",
      "GET /artifactory/api/system/status": "administer",
      "GET /artifactory/api/system/version": "public",
      "GET /artifactory/api/tasks": "administer",
      "GET /artifactory/api/trace/{path}": "browse",
      "GET /artifactory/api/v1/system/info": "administer",
      "GET /artifactory/api/v1/uploads/config": "browse",
      "GET /artifactory/api/v2/repositories/{key}": "browse",
      "GET /artifactory/api/v2/security/permissions": "read-identities",
      "GET /artifactory/api/v2/security/permissions/{name}": "read-identities",
      "GET /artifactory/api/xrayRepo/getIntegrationConfig": "administer",
      "GET /ui/api/v1/access/auth/mfa/enroll": "public",
      "GET /ui/api/v1/access/auth/realms/status": "public",
      "GET /ui/api/v1/artifacts/access": "browse",
      "GET /ui/api/v1/artifacts/builds": "browse",
      "GET /ui/api/v1/artifacts/children": "browse",
      "GET /ui/api/v1/artifacts/contents": "browse",
      "GET /ui/api/v1/artifacts/downloads": "browse",
      "GET /ui/api/v1/artifacts/entry": "browse",
      "GET /ui/api/v1/artifacts/find": "browse",
      "GET /ui/api/v1/artifacts/image": "browse",
      "GET /ui/api/v1/artifacts/item": "browse",
      "GET /ui/api/v1/artifacts/preview": "browse",
      "GET /ui/api/v1/artifacts/roots": "browse",
      "GET /ui/api/v1/artifacts/size": "browse",
      "GET /ui/api/v1/audit": "audit",
      "GET /ui/api/v1/audit/csv": "audit",
      "GET /ui/api/v1/audit/kinds": "audit",
      "GET /ui/api/v1/auth/oauth2/loginRequest/{name}": "public",
      "GET /ui/api/v1/auth/oauth2/loginResponse/{name}": "public",
      "GET /ui/api/v1/auth/saml/finish/{name}": "public",
      "GET /ui/api/v1/auth/saml/loginRequest/{name}": "public",
      "GET /ui/api/v1/auth/saml/logout/{name}": "public",
      "GET /ui/api/v1/auth/saml/metadata/{name}": "public",
      "GET /ui/api/v1/builds": "browse",
      "GET /ui/api/v1/builds/{name}": "browse",
      "GET /ui/api/v1/builds/{name}/{number}": "browse",
      "GET /ui/api/v1/builds/{name}/{number}/artifacts": "browse",
      "GET /ui/api/v1/builds/{name}/{number}/compare": "browse",
      "GET /ui/api/v1/builds/{name}/{number}/dependencies": "browse",
      "GET /ui/api/v1/builds/{name}/{number}/document": "browse",
      "GET /ui/api/v1/builds/{name}/{number}/properties": "browse",
      "GET /ui/api/v1/cleanup-policies/{key}/runs": "administer",
      "GET /ui/api/v1/cli-login/{session}": "signed-in",
      "GET /ui/api/v1/client-setup/recent": "signed-in",
      "GET /ui/api/v1/client-setup/requests": "signed-in",
      "GET /ui/api/v1/contact-requests": "administer",
      "GET /ui/api/v1/contact-target": "administer",
      "GET /ui/api/v1/crowd": "administer",
      "GET /ui/api/v1/environments": "administer",
      "GET /ui/api/v1/environments/{name}/use": "administer",
      "GET /ui/api/v1/events": "browse",
      "GET /ui/api/v1/groups": "read-identities",
      "GET /ui/api/v1/groups/{name}": "read-identities",
      "GET /ui/api/v1/groups/{name}/members": "read-identities",
      "GET /ui/api/v1/http-sso": "administer",
      "GET /ui/api/v1/identity-links": "administer",
      "GET /ui/api/v1/invitations": "signed-in",
      "GET /ui/api/v1/jobs": "administer",
      "GET /ui/api/v1/ldap": "administer",
      "GET /ui/api/v1/ldap/mappings/{name}/groups": "administer",
      "GET /ui/api/v1/licenses": "administer",
      "GET /ui/api/v1/locks": "administer",
      "GET /ui/api/v1/mail": "administer",
      "GET /ui/api/v1/managed-repositories": "signed-in",
      "GET /ui/api/v1/oauth": "administer",
      "GET /ui/api/v1/oauth-presets": "administer",
      "GET /ui/api/v1/oauth/{name}": "administer",
      "GET /ui/api/v1/overview/activity": "browse",
      "GET /ui/api/v1/overview/downloads": "browse",
      "GET /ui/api/v1/packages": "browse",
      "GET /ui/api/v1/packages-by-format": "browse",
      "GET /ui/api/v1/packages/{packageId}": "browse",
      "GET /ui/api/v1/packages/{packageId}/versions": "browse",
      "GET /ui/api/v1/packages/{packageId}/versions/{version}": "browse",
      "GET /ui/api/v1/permissions": "manage-permissions",
      "GET /ui/api/v1/permissions/{name}": "manage-permissions",
      "GET /ui/api/v1/preferences": "signed-in",
      "GET /ui/api/v1/principals": "manage-permissions",
      "GET /ui/api/v1/profile/tokens": "signed-in",
      "GET /ui/api/v1/projects": "administer",
      "GET /ui/api/v1/projects/{key}": "signed-in",
      "GET /ui/api/v1/projects/{key}/candidates": "signed-in",
      "GET /ui/api/v1/projects/{key}/environments": "signed-in",
      "GET /ui/api/v1/projects/{key}/members": "signed-in",
      "GET /ui/api/v1/projects/{key}/repositories": "signed-in",
      "GET /ui/api/v1/projects/{key}/repositories/{repository}/effect": "administer",
      "GET /ui/api/v1/projects/{key}/roles": "signed-in",
      "GET /ui/api/v1/proxies": "administer",
      "GET /ui/api/v1/proxies/{key}": "administer",
      "GET /ui/api/v1/proxy-settings/echo/{ticket}": "public",
      "GET /ui/api/v1/proxy-settings/echo/{ticket}/{path}": "public",
      "GET /ui/api/v1/repositories": "browse",
      "GET /ui/api/v1/repositories/{key}": "signed-in",
      "GET /ui/api/v1/repositories/{key}/mirrors": "signed-in",
      "GET /ui/api/v1/repository-types": "signed-in",
      "GET /ui/api/v1/retention": "administer",
      "GET /ui/api/v1/retention/{name}/runs": "administer",
      "GET /ui/api/v1/roles": "administer",
      "GET /ui/api/v1/roles/{name}/holders": "administer",
      "GET /ui/api/v1/saml": "administer",
      "GET /ui/api/v1/saml/{name}": "administer",
      "GET /ui/api/v1/second-factor": "signed-in",
      "GET /ui/api/v1/second-factors": "administer",
      "GET /ui/api/v1/security-settings": "administer",
      "GET /ui/api/v1/sessions": "signed-in",
      "GET /ui/api/v1/settings-overview": "administer",
      "GET /ui/api/v1/storage": "administer",
      "GET /ui/api/v1/storage/garbage": "administer",
      "GET /ui/api/v1/storage/large-files": "administer",
      "GET /ui/api/v1/storage/limits": "administer",
      "GET /ui/api/v1/storage/scrub": "administer",
      "GET /ui/api/v1/system/ismicroserviceenabled/{service}": "public",
      "GET /ui/api/v1/token-settings": "signed-in",
      "GET /ui/api/v1/tokens": "administer",
      "GET /ui/api/v1/tokens/counts": "administer",
      "GET /ui/api/v1/trash": "administer",
      "GET /ui/api/v1/trash/state": "administer",
      "GET /ui/api/v1/ui/announcements": "browse",
      "GET /ui/api/v1/ui/auth/current": "public",
      "GET /ui/api/v1/ui/auth/loginDialog": "public",
      "GET /ui/api/v1/ui/auth/loginVisualMode": "public",
      "GET /ui/api/v1/ui/auth/mfa/enroll": "public",
      "GET /ui/api/v1/ui/auth/redirect": "public",
      "GET /ui/api/v1/ui/auth/screen/footer": "public",
      "GET /ui/api/v1/ui/auth/session": "public",
      "GET /ui/api/v1/ui/auth/ssoError/{id}": "public",
      "GET /ui/api/v1/ui/auth/userPlugins": "public",
      "GET /ui/api/v1/ui/crowd": "public",
      "GET /ui/api/v1/ui/entitlements": "public",
      "GET /ui/api/v1/ui/features": "browse",
      "GET /ui/api/v1/ui/generalConfig": "administer",
      "GET /ui/api/v1/ui/generalConfig/installation": "public",
      "GET /ui/api/v1/ui/generalConfig/logo": "public",
      "GET /ui/api/v1/ui/generalConfig/logo/linked": "public",
      "GET /ui/api/v1/ui/home/widget/artifactCount": "browse",
      "GET /ui/api/v1/ui/httpsso": "public",
      "GET /ui/api/v1/ui/oauth/providers": "public",
      "GET /ui/api/v1/ui/onboarding/initStatus": "browse",
      "GET /ui/api/v1/ui/packages/types": "browse",
      "GET /ui/api/v1/ui/projects": "browse",
      "GET /ui/api/v1/ui/repodata": "browse",
      "GET /ui/api/v1/ui/saml/autoRedirect": "public",
      "GET /ui/api/v1/ui/saml/logoutRequest": "public",
      "GET /ui/api/v1/ui/saml/registrationId": "public",
      "GET /ui/api/v1/ui/scanner": "browse",
      "GET /ui/api/v1/ui/services": "public",
      "GET /ui/api/v1/ui/setMeUp": "browse",
      "GET /ui/api/v1/ui/setMeUp/clients/{format}": "browse",
      "GET /ui/api/v1/ui/setMeUp/reverseProxyData": "browse",
      "GET /ui/api/v1/ui/subscription/blockedUsages": "browse",
      "GET /ui/api/v1/ui/supportAnalytics": "signed-in",
      "GET /ui/api/v1/ui/system/configuration/webServer": "administer",
      "GET /ui/api/v1/ui/userApiKey": "signed-in",
      "GET /ui/api/v1/ui/userProfile": "signed-in",
      "GET /ui/api/v1/upstreams": "manage-resources",
      "GET /ui/api/v1/user-counts": "read-identities",
      "GET /ui/api/v1/users": "read-identities",
      "GET /ui/api/v1/users/{name}": "read-identities",
      "GET /ui/api/v1/users/{name}/permissions": "signed-in",
      "GET /ui/api/v1/users/{name}/sessions": "read-identities",
      "GET /ui/artifactbuilds": "browse",
      "PATCH /access/api/v2/groups/{name}": "write-identities",
      "PATCH /access/api/v2/groups/{name}/members": "write-identities",
      "PATCH /access/api/v2/permissions/{name}/{resource}": "write-identities",
      "PATCH /access/api/v2/users/{name}": "write-identities",
      "PATCH /access/api/v2/users/{name}/groups": "write-identities",
      "PATCH /artifactory/api/metadata/{path}": "signed-in",
      "PATCH /artifactory/api/system/configuration": "administer",
      "PATCH /ui/api/v1/groups/{name}": "write-identities",
      "PATCH /ui/api/v1/groups/{name}/members": "write-identities",
      "PATCH /ui/api/v1/users/{name}": "write-identities",
      "POST /access/api/v1/environments": "administer",
      "POST /access/api/v1/environments/{name}/rename": "administer",
      "POST /access/api/v1/ldap/groups": "administer",
      "POST /access/api/v1/ldap/groups/{name}/refresh": "administer",
      "POST /access/api/v1/ldap/settings": "administer",
      "POST /access/api/v1/oauth": "administer",
      "POST /access/api/v1/oidc": "administer",
      "POST /access/api/v1/oidc/token": "public",
      "POST /access/api/v1/oidc/{name}/identity_mappings": "administer",
      "POST /access/api/v1/projects": "administer",
      "POST /access/api/v1/projects/{key}/environments": "signed-in",
      "POST /access/api/v1/projects/{key}/environments/{name}/rename": "signed-in",
      "POST /access/api/v1/projects/{key}/roles": "signed-in",
      "POST /access/api/v1/roles": "administer",
      "POST /access/api/v1/saml": "administer",
      "POST /access/api/v1/tokens": "public",
      "POST /access/api/v1/tokens/revoke": "identified",
      "POST /access/api/v2/authentication/jfrog_client_login/request": "public",
      "POST /access/api/v2/authentication/jfrog_client_login/response": "signed-in",
      "POST /access/api/v2/groups": "write-identities",
      "POST /access/api/v2/permissions": "write-identities",
      "POST /access/api/v2/users": "write-identities",
      "POST /access/auth/login": "public",
      "POST /access/auth/loginRelatedData": "public",
      "POST /access/auth/mfa/verify": "public",
      "POST /artifactory/api/archive/buildArtifacts": "browse",
      "POST /artifactory/api/archive/v2/packages/{rest}": "administer",
      "POST /artifactory/api/build/append/{build}": "browse",
      "POST /artifactory/api/build/delete": "browse",
      "POST /artifactory/api/build/patternArtifacts": "browse",
      "POST /artifactory/api/build/promote/{build}": "browse",
      "POST /artifactory/api/build/reindex": "browse",
      "POST /artifactory/api/build/rename/{build}": "browse",
      "POST /artifactory/api/build/retention/{build}": "browse",
      "POST /artifactory/api/checksum/sha256": "browse",
      "POST /artifactory/api/cleanup/bundles/{rest}": "administer",
      "POST /artifactory/api/cleanup/packages/policies/{key}": "administer",
      "POST /artifactory/api/cleanup/packages/policies/{key}/enablement": "administer",
      "POST /artifactory/api/copy/{path}": "signed-in",
      "POST /artifactory/api/export/system": "administer",
      "POST /artifactory/api/federation/configSync/{repo}": "signed-in",
      "POST /artifactory/api/federation/fullSync/{repo}": "signed-in",
      "POST /artifactory/api/federation/migrate/{repo}": "signed-in",
      "POST /artifactory/api/import/system": "administer",
      "POST /artifactory/api/localgenerated/filter/paths": "browse",
      "POST /artifactory/api/move/{path}": "signed-in",
      "POST /artifactory/api/packagesSearch/leadFile": "browse",
      "POST /artifactory/api/replication/execute/{repo}": "signed-in",
      "POST /artifactory/api/replications/multiple/{repo}": "signed-in",
      "POST /artifactory/api/replications/{repo}": "signed-in",
      "POST /artifactory/api/repositories/{key}": "signed-in",
      "POST /artifactory/api/search/aql": "browse",
      "POST /artifactory/api/search/buildArtifacts": "browse",
      "POST /artifactory/api/security/apiKey": "signed-in",
      "POST /artifactory/api/security/groups/{name}": "write-identities",
      "POST /artifactory/api/security/keypair": "administer",
      "POST /artifactory/api/security/keypair/verify": "administer",
      "POST /artifactory/api/security/keys/trusted": "administer",
      "POST /artifactory/api/security/token": "public",
      "POST /artifactory/api/security/token/revoke": "identified",
      "POST /artifactory/api/security/unlockAllUsers": "administer",
      "POST /artifactory/api/security/unlockUsers": "administer",
      "POST /artifactory/api/security/unlockUsers/{name}": "administer",
      "POST /artifactory/api/security/users/authorization/changePassword": "public",
      "POST /artifactory/api/security/users/authorization/expirePassword": "write-identities",
      "POST /artifactory/api/security/users/authorization/expirePassword/{name}": "write-identities",
      "POST /artifactory/api/security/users/authorization/expirePasswordForAllUsers": "write-identities",
      "POST /artifactory/api/security/users/authorization/unexpirePassword/{name}": "write-identities",
      "POST /artifactory/api/security/users/authorization/unexpirePasswordForAllUsers": "write-identities",
      "POST /artifactory/api/security/users/{name}": "write-identities",
      "POST /artifactory/api/storageinfo/calculate": "administer",
      "POST /artifactory/api/system/configuration": "administer",
      "POST /artifactory/api/system/configuration/webServer": "administer",
      "POST /artifactory/api/system/decrypt": "administer",
      "POST /artifactory/api/system/encrypt": "administer",
      "POST /artifactory/api/system/license": "administer",
      "POST /artifactory/api/system/licenses": "administer",
      "POST /artifactory/api/system/security/certificates/{alias}": "administer",
      "POST /artifactory/api/system/storage/gc": "administer",
      "POST /artifactory/api/system/storage/optimize": "administer",
      "POST /artifactory/api/system/storage/prune/start": "administer",
      "POST /artifactory/api/system/usage": "signed-in",
      "POST /artifactory/api/trash/clean/{path}": "administer",
      "POST /artifactory/api/trash/empty": "administer",
      "POST /artifactory/api/trash/restore/{path}": "signed-in",
      "POST /artifactory/api/v1/uploads/abort": "public",
      "POST /artifactory/api/v1/uploads/complete": "public",
      "POST /artifactory/api/v1/uploads/create": "signed-in",
      "POST /artifactory/api/v1/uploads/status": "public",
      "POST /artifactory/api/v1/uploads/urlPart": "public",
      "POST /artifactory/api/v2/repositories/batch": "signed-in",
      "POST /artifactory/api/v2/repositories/{key}": "signed-in",
      "POST /artifactory/api/v2/security/permissions/{name}": "write-identities",
      "POST /artifactory/api/xrayRepo/updateXrayBasicSettings": "administer",
      "POST /ui/api/v1/access-test": "signed-in",
      "POST /ui/api/v1/access/auth/login": "public",
      "POST /ui/api/v1/access/auth/loginRelatedData": "public",
      "POST /ui/api/v1/access/auth/mfa/verify": "public",
      "POST /ui/api/v1/auth/saml/loginResponse/{name}": "public",
      "POST /ui/api/v1/auth/saml/logout/{name}": "public",
      "POST /ui/api/v1/cleanup-policies/{key}/run": "administer",
      "POST /ui/api/v1/contact-requests/{id}/retry": "administer",
      "POST /ui/api/v1/crowd/test": "administer",
      "POST /ui/api/v1/group-member-counts": "manage-permissions",
      "POST /ui/api/v1/groups": "write-identities",
      "POST /ui/api/v1/http-sso/test": "administer",
      "POST /ui/api/v1/identity-links": "administer",
      "POST /ui/api/v1/invitations": "signed-in",
      "POST /ui/api/v1/invitations/{id}/resend": "signed-in",
      "POST /ui/api/v1/ldap/mappings": "administer",
      "POST /ui/api/v1/ldap/mappings/{name}/import": "administer",
      "POST /ui/api/v1/ldap/servers": "administer",
      "POST /ui/api/v1/ldap/test": "administer",
      "POST /ui/api/v1/licenses": "administer",
      "POST /ui/api/v1/licenses/check": "administer",
      "POST /ui/api/v1/mail/test": "administer",
      "POST /ui/api/v1/marketing/contact": "browse",
      "POST /ui/api/v1/oauth": "administer",
      "POST /ui/api/v1/oauth/{name}/test": "administer",
      "POST /ui/api/v1/oidc-integrations/{name}/test": "administer",
      "POST /ui/api/v1/pattern-test": "signed-in",
      "POST /ui/api/v1/permission-preview": "manage-permissions",
      "POST /ui/api/v1/permissions": "manage-permissions",
      "POST /ui/api/v1/permissions/{name}/duplicate": "manage-permissions",
      "POST /ui/api/v1/profile/tokens/revoke": "signed-in",
      "POST /ui/api/v1/projects/{key}/storage": "signed-in",
      "POST /ui/api/v1/proxies": "administer",
      "POST /ui/api/v1/proxy-settings/echo/{ticket}": "public",
      "POST /ui/api/v1/proxy-settings/test": "administer",
      "POST /ui/api/v1/repositories": "signed-in",
      "POST /ui/api/v1/repositories/{key}/mirrors/run": "signed-in",
      "POST /ui/api/v1/repository-upstream/test": "signed-in",
      "POST /ui/api/v1/retention/simulate": "administer",
      "POST /ui/api/v1/retention/{name}/run": "administer",
      "POST /ui/api/v1/saml": "administer",
      "POST /ui/api/v1/saml-metadata": "administer",
      "POST /ui/api/v1/saml/{name}/test": "administer",
      "POST /ui/api/v1/second-factor/recovery-codes": "signed-in",
      "POST /ui/api/v1/second-factor/remove": "signed-in",
      "POST /ui/api/v1/security-settings/check": "administer",
      "POST /ui/api/v1/storage/calculate": "administer",
      "POST /ui/api/v1/storage/garbage/runs": "administer",
      "POST /ui/api/v1/storage/scrub/runs": "administer",
      "POST /ui/api/v1/token-keys/rotate": "administer",
      "POST /ui/api/v1/tokens/revoke": "administer",
      "POST /ui/api/v1/tokens/scope": "signed-in",
      "POST /ui/api/v1/ui/auth/changePassword": "public",
      "POST /ui/api/v1/ui/auth/createAccount": "public",
      "POST /ui/api/v1/ui/auth/forgotpassword": "public",
      "POST /ui/api/v1/ui/auth/login": "public",
      "POST /ui/api/v1/ui/auth/loginRelatedData": "public",
      "POST /ui/api/v1/ui/auth/logout": "public",
      "POST /ui/api/v1/ui/auth/mfa/verify": "public",
      "POST /ui/api/v1/ui/auth/resetpassword": "public",
      "POST /ui/api/v1/ui/auth/validatetoken": "public",
      "POST /ui/api/v1/ui/auth/verifyToken": "public",
      "POST /ui/api/v1/ui/generalConfig/baseUrlTest": "administer",
      "POST /ui/api/v1/ui/userApiKey": "signed-in",
      "POST /ui/api/v1/ui/userIdentifyToken/{name}": "signed-in",
      "POST /ui/api/v1/ui/userProfile": "signed-in",
      "POST /ui/api/v1/user-changes": "write-identities",
      "POST /ui/api/v1/user-deletion-preview": "read-identities",
      "POST /ui/api/v1/users": "write-identities",
      "PUT /access/api/v1/crowd": "administer",
      "PUT /access/api/v1/httpsso": "administer",
      "PUT /access/api/v1/ldap/groups": "administer",
      "PUT /access/api/v1/ldap/groups/{name}": "administer",
      "PUT /access/api/v1/ldap/settings": "administer",
      "PUT /access/api/v1/ldap/settings/{key}": "administer",
      "PUT /access/api/v1/oauth/{name}": "administer",
      "PUT /access/api/v1/oidc/{name}": "administer",
      "PUT /access/api/v1/oidc/{name}/identity_mappings/{mapping}": "administer",
      "PUT /access/api/v1/projects/_/attach/repositories/{repository}/{key}": "administer",
      "PUT /access/api/v1/projects/_/repositories/{repository}/environments/{environment}": "signed-in",
      "PUT /access/api/v1/projects/_/share/repositories/{repository}": "administer",
      "PUT /access/api/v1/projects/_/share/repositories/{repository}/{key}": "signed-in",
      "PUT /access/api/v1/projects/{key}": "administer",
      "PUT /access/api/v1/projects/{key}/groups/{name}": "signed-in",
      "PUT /access/api/v1/projects/{key}/roles/{name}": "signed-in",
      "PUT /access/api/v1/projects/{key}/users/{name}": "signed-in",
      "PUT /access/api/v1/roles/{name}": "administer",
      "PUT /access/api/v1/saml/{name}": "administer",
      "PUT /access/api/v2/permissions/{name}/{resource}": "write-identities",
      "PUT /artifactory/api/archive/v2/packages/{rest}": "administer",
      "PUT /artifactory/api/build": "browse",
      "PUT /artifactory/api/cleanup/bundles/{rest}": "administer",
      "PUT /artifactory/api/cleanup/packages/policies/{key}": "administer",
      "PUT /artifactory/api/gpg/key/{part}": "administer",
      "PUT /artifactory/api/oauth": "administer",
      "PUT /artifactory/api/replications/multiple/{repo}": "signed-in",
      "PUT /artifactory/api/replications/{repo}": "signed-in",
      "PUT /artifactory/api/repositories/{key}": "signed-in",
      "PUT /artifactory/api/security/apiKey": "signed-in",
      "PUT /artifactory/api/security/configuration/passwordExpirationPolicy": "administer",
      "PUT /artifactory/api/security/groups/{name}": "write-identities",
      "PUT /artifactory/api/security/permissions/{name}": "write-identities",
      "PUT /artifactory/api/security/userLockPolicy": "administer",
      "PUT /artifactory/api/security/users/{name}": "write-identities",
      "PUT /artifactory/api/securityconfig": "administer",
      "PUT /artifactory/api/storage/{path}": "signed-in",
      "PUT /artifactory/api/system/configuration/baseUrl": "administer",
      "PUT /artifactory/api/v1/uploads/parts/{ticket}/{number}": "public",
      "PUT /artifactory/api/v2/repositories/batch": "signed-in",
      "PUT /artifactory/api/v2/repositories/{key}": "signed-in",
      "PUT /artifactory/api/v2/security/permissions/{name}": "write-identities",
      "PUT /ui/api/v1/crowd": "administer",
      "PUT /ui/api/v1/environments/order": "administer",
      "PUT /ui/api/v1/http-sso": "administer",
      "PUT /ui/api/v1/ldap/mappings/{name}": "administer",
      "PUT /ui/api/v1/ldap/order": "administer",
      "PUT /ui/api/v1/ldap/servers/{key}": "administer",
      "PUT /ui/api/v1/licenses/built-in": "administer",
      "PUT /ui/api/v1/mail": "administer",
      "PUT /ui/api/v1/oauth/{name}": "administer",
      "PUT /ui/api/v1/permissions/{name}": "manage-permissions",
      "PUT /ui/api/v1/preferences/{key}": "signed-in",
      "PUT /ui/api/v1/proxies/{key}": "administer",
      "PUT /ui/api/v1/repositories/{key}": "signed-in",
      "PUT /ui/api/v1/retention/{name}": "administer",
      "PUT /ui/api/v1/saml/{name}": "administer",
      "PUT /ui/api/v1/security-settings": "administer",
      "PUT /ui/api/v1/storage/garbage": "administer",
      "PUT /ui/api/v1/storage/limits": "administer",
      "PUT /ui/api/v1/storage/scrub": "administer",
      "PUT /ui/api/v1/token-settings": "administer",
      "PUT /ui/api/v1/trash": "administer",
      "PUT /ui/api/v1/ui/generalConfig": "administer",
      "PUT /ui/api/v1/ui/generalConfig/logo": "administer",
      "PUT /ui/api/v1/ui/generalConfig/readOnly": "administer",
      "PUT /ui/api/v1/ui/system/configuration/webServer": "administer",
      "PUT /ui/api/v1/ui/userProfile": "signed-in",
    }
  `)
  expect(Object.fromEntries(registry.map(({ name, action }) => [name, action]))).toMatchInlineSnapshot(`
    {
      "files: DELETE": "delete",
      "files: GET": "read",
      "files: PUT": "deploy",
      "npm: DELETE /-/package/{package}/dist-tags/{tag}": "deploy",
      "npm: DELETE /-/user/token/{token}": "signed-in",
      "npm: DELETE /{package}/-/{file}/-rev/{revision}": "delete",
      "npm: DELETE /{package}/-rev/{revision}": "delete",
      "npm: GET /-/npm/v1/attestations/{spec}": "read",
      "npm: GET /-/npm/v1/keys": "read",
      "npm: GET /-/npm/v1/tokens": "signed-in",
      "npm: GET /-/npm/v1/user": "signed-in",
      "npm: GET /-/package/{package}/dist-tags": "read",
      "npm: GET /-/ping": "open",
      "npm: GET /-/v1/search": "read",
      "npm: GET /-/whoami": "signed-in",
      "npm: GET /{package}": "read",
      "npm: GET /{package}/-/{file}": "read",
      "npm: GET /{package}/{version}": "read",
      "npm: POST /-/npm/v1/security/advisories/bulk": "read",
      "npm: POST /-/npm/v1/security/audits": "read",
      "npm: POST /-/npm/v1/security/audits/quick": "read",
      "npm: POST /-/package/{package}/dist-tags/{tag}": "deploy",
      "npm: POST /reindex": "manage",
      "npm: PUT /-/package/{package}/dist-tags/{tag}": "deploy",
      "npm: PUT /-/user/org.couchdb.user:{user}": "open",
      "npm: PUT /{package}": "deploy",
      "npm: PUT /{package}/-rev/{revision}": "delete",
    }
  `)
})

test('what is declared public is what is written down here', () => {
  expect(
    api
      .filter(({ allow }) => allow === 'public')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(publicCalls.toSorted())
  expect(
    registry
      .filter(({ action }) => action === 'open')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(openRoutes.toSorted())
})

describe('anonymous', () => {
  test.for(api.filter(({ name }) => !publicCalls.includes(name)))(
    'is refused at $name',
    async ({ endpoint }) => {
      const reply = await call(app.anonymous, endpoint)
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).not.toBeNull()
      expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('not-signed-in')
    },
  )

  test.for(registry.filter(({ name }) => !openRoutes.includes(name)))(
    'is refused at $name',
    async (route) => {
      const reply = await call(app.anonymous, route)
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).not.toBeNull()
    },
  )

  test('is told the same about a repository that does not exist', async () => {
    for (const route of registry.filter(
      ({ name, action }) => !openRoutes.includes(name) && action !== 'signed-in',
    )) {
      const absent = await call(app.anonymous, { ...route, path: route.path.replace('-walked', '-absent') })
      expect([route.name, absent.status]).toEqual([route.name, 401])
    }
  })
})

describe('a user without rights', () => {
  const needsMore = api.filter(
    ({ allow }) => !['public', 'browse', 'signed-in', 'identified'].includes(allow),
  )

  test.for(needsMore)('is refused at $name', async ({ endpoint }) => {
    const reply = await call(nobody, endpoint)
    expect(reply.status).toBe(403)
    expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('forbidden')
  })

  const guarded = registry.filter(({ action }) => action !== 'open' && action !== 'signed-in')

  test.for(guarded)(
    'learns nothing at $name: it is answered as if there were no such repository',
    async (route) => {
      const hidden = await call(nobody, route)
      const absent = await call(nobody, { ...route, path: route.path.replace('-walked', '-absent') })
      expect(hidden.status).toBe(404)
      const plain = async (reply: Response) =>
        (await reply.text()).replaceAll('-absent', '-walked').replace(/"requestId":"\w+"/, '')
      expect([absent.status, await plain(absent)]).toEqual([404, await plain(hidden)])
    },
  )
})

describe('a user who may only read', () => {
  test.for(registry.filter(({ action }) => ['annotate', 'deploy', 'delete', 'manage'].includes(action)))(
    'is refused at $name, with the reason',
    async (route) => {
      const reply = await call(reader, route)
      expect(reply.status).toBe(403)
      expect(JSON.stringify(await reply.json())).toContain('Ask an administrator')
    },
  )

  test.for(registry.filter(({ action }) => action === 'read'))('is let in at $name', async (route) => {
    expect([200, 404]).toContain((await call(reader, route)).status)
  })
})

test('the file that everybody tried to change is still there', async () => {
  expect(await (await app.fetch('/artifactory/generic-walked/walked.txt')).text()).toBe('walked')
})

/** Mounted without a contract: what anonymous and what a user gets. Adding a line is a decision. */
const beside: Record<string, [anonymous: number, user: number]> = {
  '/artifactory/api/system/ping': [200, 200],
  '/access/api/v1/system/ping': [200, 200],
  '/artifactory/api/v1/system/liveness': [200, 200],
  '/artifactory/api/v1/system/readiness': [200, 200],
  '/artifactory/api/v1/metrics': [401, 403],
  '/openapi.json': [200, 200],
  '/ui/api': [302, 302],
  '/ui/api/': [200, 200],
  '/ui/api/style.css': [200, 200],
  '/': [302, 302],
  '/ui': [302, 302],
  '/artifactory': [302, 302],
  '/artifactory/': [302, 302],
}

test('nothing is mounted that is neither in the contracts nor written down here', () => {
  const known = new Set([
    ...api.map(
      ({ endpoint }) => `${endpoint.method === 'GET' ? 'GET HEAD' : endpoint.method} ${routeOf(endpoint)}`,
    ),
    ...Object.keys(beside).map((path) => `GET HEAD ${path}`),
    // The web application's own files; they hold no data.
    'GET HEAD /ui/*',
  ])
  expect(app.routes.toSorted()).toEqual([...known].sort())
})

test.for(Object.entries(beside))('%s answers as written down', async ([path, expected]) => {
  expect([(await app.anonymous(path)).status, (await nobody(path)).status]).toEqual(expected)
})

test('with anonymous access reading is open and nothing else', async () => {
  const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
  try {
    const mayAnswer = new Set(['public', 'browse'])
    for (const { name, endpoint, allow } of api) {
      const { status } = await call(open.anonymous, endpoint)
      const isOpen =
        mayAnswer.has(allow) &&
        ![
          'POST /ui/api/v1/ui/auth/login',
          'POST /ui/api/v1/ui/auth/changePassword',
          'POST /access/api/v1/tokens',
          'POST /artifactory/api/security/token',
        ].includes(name)
      if (isOpen) expect([name, status]).not.toEqual([name, 401])
      else expect([name, [400, 401].includes(status)]).toEqual([name, true])
    }
    const routes = registryRoutes((format) => `${format}-local`)
    for (const route of routes.filter(({ action }) => !['open', 'read'].includes(action)))
      expect([route.name, (await call(open.anonymous, route)).status]).toEqual([route.name, 401])
  } finally {
    await open.close()
  }
})
