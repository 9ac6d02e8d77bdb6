import { message, type MessageId } from '../../lib/messages.ts'

const labels: Record<string, MessageId> = {
  internal: 'people.realmInternal',
  ldap: 'people.realmLdap',
  saml: 'people.realmSaml',
  oauth: 'people.realmOauth',
  crowd: 'people.realmCrowd',
  'http-sso': 'people.realmHttpSso',
  scim: 'people.realmScim',
}

/** Where an account comes from, as people call it. */
export function realmLabel(realm: string): string {
  const id = labels[realm]
  return id === undefined ? realm : message(id)
}
