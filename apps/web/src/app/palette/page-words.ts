// Other words for pages: what they were called elsewhere, and what people look for when they need them.
import type { MessageId } from '../../lib/messages.ts'

export const pageWords: Record<string, MessageId | undefined> = {
  '/packages': 'palette.wordsPackages',
  '/admin/repositories': 'palette.wordsRepositories',
  '/admin/management/users': 'palette.wordsUsers',
  '/admin/management/groups': 'palette.wordsGroups',
  '/admin/management/permissions': 'palette.wordsPermissions',
  '/admin/management/tokens': 'palette.wordsTokens',
  '/admin/management/access-tester': 'palette.wordsTester',
  '/admin/configuration/security/general': 'palette.wordsSecurity',
  '/admin/configuration/security/ldap': 'palette.wordsLdap',
  '/admin/configuration/security/saml_integration': 'palette.wordsSaml',
  '/admin/configuration/security/oauth': 'palette.wordsOauth',
  '/admin/configuration/security/crowd_integration': 'palette.wordsCrowd',
  '/admin/configuration/security/http_sso': 'palette.wordsHttpSso',
  '/admin/configuration/mail': 'palette.wordsMail',
  '/admin/configuration/contact': 'palette.wordsContact',
  '/admin/security/audit': 'palette.wordsAudit',
}
