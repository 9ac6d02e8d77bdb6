// What the grid says of each page, and the words it is found by beside its title.
import { message, type MessageId } from '../../lib/messages.ts'

interface Texts {
  purpose: MessageId
  /** Comma-separated: names of its fields, and other names it goes by. */
  fields?: MessageId
  synonyms?: MessageId
}

const texts: Record<string, Texts> = {
  '/admin/projects/list': { purpose: 'settings.projects', fields: 'settings.projectsFields' },
  '/admin/environments': { purpose: 'settings.environments', synonyms: 'settings.environmentsWords' },
  '/admin/repositories': { purpose: 'settings.repositories', synonyms: 'settings.repositoriesWords' },
  '/admin/repositories/local': { purpose: 'settings.local', synonyms: 'settings.localWords' },
  '/admin/repositories/remote': {
    purpose: 'settings.remote',
    fields: 'settings.remoteFields',
    synonyms: 'settings.remoteWords',
  },
  '/admin/repositories/virtual': { purpose: 'settings.virtual', synonyms: 'settings.virtualWords' },
  '/admin/management/users': {
    purpose: 'settings.users',
    fields: 'settings.usersFields',
    synonyms: 'settings.usersWords',
  },
  '/admin/management/groups': { purpose: 'settings.groups', fields: 'settings.groupsFields' },
  '/admin/management/permissions': {
    purpose: 'settings.permissions',
    fields: 'settings.permissionsFields',
    synonyms: 'settings.permissionsWords',
  },
  '/admin/management/access-tester': { purpose: 'settings.tester', synonyms: 'settings.testerWords' },
  '/admin/management/global_roles': { purpose: 'settings.roles' },
  '/admin/management/tokens': {
    purpose: 'settings.tokens',
    fields: 'settings.tokensFields',
    synonyms: 'settings.tokensWords',
  },
  '/admin/configuration/security/ldap': {
    purpose: 'settings.ldap',
    fields: 'settings.ldapFields',
    synonyms: 'settings.ldapWords',
  },
  '/admin/configuration/security/saml_integration': {
    purpose: 'settings.saml',
    fields: 'settings.samlFields',
    synonyms: 'settings.samlWords',
  },
  '/admin/configuration/security/oauth': {
    purpose: 'settings.oauth',
    fields: 'settings.oauthFields',
    synonyms: 'settings.oauthWords',
  },
  '/admin/configuration/security/crowd_integration': {
    purpose: 'settings.crowd',
    synonyms: 'settings.crowdWords',
  },
  '/admin/configuration/security/http_sso': {
    purpose: 'settings.httpSso',
    fields: 'settings.httpSsoFields',
  },
  '/admin/configuration/security/general': {
    purpose: 'settings.security',
    fields: 'settings.securityFields',
    synonyms: 'settings.securityWords',
  },
  '/admin/security/audit': { purpose: 'settings.audit', synonyms: 'settings.auditWords' },
  '/admin/configuration/general': {
    purpose: 'settings.general',
    fields: 'settings.generalFields',
    synonyms: 'settings.generalWords',
  },
  '/admin/configuration/mail': {
    purpose: 'settings.mail',
    fields: 'settings.mailFields',
    synonyms: 'settings.mailWords',
  },
  '/admin/configuration/contact': { purpose: 'settings.contact' },
  '/admin/configuration/integrations': { purpose: 'settings.integrations' },
  '/admin/configuration/webserver': {
    purpose: 'settings.webserver',
    synonyms: 'settings.webserverWords',
  },
  '/admin/proxies/configuration': { purpose: 'settings.proxies', fields: 'settings.proxiesFields' },
  '/admin/license_management/licenses': {
    purpose: 'settings.licenses',
    synonyms: 'settings.licensesWords',
  },
  '/admin/xray/security_policies': { purpose: 'settings.policies' },
  '/admin/scanner/indexed-resources': { purpose: 'settings.indexed' },
  '/admin/scanner/database-sync': { purpose: 'settings.sync' },
  '/admin/monitoring/service-status': { purpose: 'settings.status', synonyms: 'settings.statusWords' },
  '/admin/monitoring/system_logs': { purpose: 'settings.logs' },
  '/admin/monitoring/storage-summary': { purpose: 'settings.storage', synonyms: 'settings.storageWords' },
  '/admin/monitoring/pdn': { purpose: 'settings.peers' },
  '/admin/mission_control/topology': { purpose: 'settings.topology' },
  '/admin/support-zone': { purpose: 'settings.support', synonyms: 'settings.supportWords' },
}

export function detailsOf(page: string): { purpose: string; fields: string[]; synonyms: string[] } {
  const { purpose, fields, synonyms } = texts[page] ?? {}
  return {
    purpose: purpose === undefined ? '' : message(purpose),
    fields: wordsOf(fields),
    synonyms: wordsOf(synonyms),
  }
}

const wordsOf = (id: MessageId | undefined) => (id === undefined ? [] : message(id).split(', '))
