// The configuration as one document in the form that clients of Artifactory know. Secrets are no part of it.
import { securityOf } from '../../access/sign-in/security.ts'
import { generalSettings } from '../../platform/installation/installation.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import { listRepositories, type Repository, type RepositoryKind } from '../../registry/repositories.ts'
import { isTrash, trashSettings } from '../../registry/trash/repository.ts'
import type { Services } from '../feature.ts'
import { xmlElement, XmlList, type XmlValue } from './xml.ts'

export async function configurationDescriptor(services: Services): Promise<string> {
  const { access, registry } = services
  const all = (await listRepositories(registry)).filter((one) => !isTrash(one))
  const security = await securityOf(access)
  const trash = await access.live.get(trashSettings)
  const general = await generalSettings(services)
  const config = {
    serverName: general.serverName,
    urlBase: services.baseUrl ?? '',
    footer: general.footerMessage,
    security: {
      anonAccessEnabled: security.anonymousAccess,
      userLockPolicy: { enabled: security.lock.isEnabled, loginAttempts: security.lock.attempts },
      passwordSettings: {
        expirationPolicy: {
          enabled: security.password.expiresAfterDays > 0,
          passwordMaxAge: security.password.expiresAfterDays,
        },
      },
    },
    mailServer: await describeMail(services),
    trashcanConfig: { enabled: trash.isOn, retentionPeriodDays: trash.days },
    proxies: await describeProxies(services),
    localRepositories: describeKind(all, 'local'),
    remoteRepositories: describeKind(all, 'remote'),
    virtualRepositories: describeKind(all, 'virtual'),
    federatedRepositories: describeKind(all, 'federated'),
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('config', config)}`
}

async function describeMail({ access }: Services): Promise<XmlValue> {
  const { isEnabled, host, port, user, from, subjectPrefix, security, baseUrl } =
    await access.live.get(mailServer)
  return {
    enabled: isEnabled,
    host,
    port,
    username: user,
    from,
    subjectPrefix,
    tls: security === 'starttls',
    ssl: security === 'tls',
    artifactoryUrl: baseUrl,
  }
}

async function describeProxies({ database }: Services): Promise<XmlValue> {
  const rows = await database.db
    .selectFrom('proxies')
    .select(['key', 'host', 'port', 'user_name as username'])
    .orderBy('key')
    .execute()
  return new XmlList('proxy', rows)
}

const describeKind = (all: readonly Repository[], kind: RepositoryKind): XmlValue =>
  new XmlList(`${kind}Repository`, all.filter((one) => one.kind === kind).map(describeRepository))

function describeRepository({
  key,
  format,
  description,
  projectKey,
  environments,
  config,
}: Repository): XmlValue {
  const { password: _, ...members } = config
  const own = { key, type: format, description, projectKey: projectKey || undefined }
  return { ...membersOf(members), ...own, environments: new XmlList('environment', environments) }
}

/** What an item of a list is called. */
const itemNames: Record<string, string> = { repositories: 'repositoryRef', propertySets: 'propertySetRef' }

const membersOf = (members: object): { [name: string]: XmlValue } =>
  Object.fromEntries(
    Object.entries(members)
      // Members of other versions are kept as they were given, also under names that are none in XML.
      .filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name))
      .map(([name, value]) => [name, valueOf(name, value)]),
  )

function valueOf(name: string, value: unknown): XmlValue {
  if (Array.isArray(value))
    return new XmlList(
      itemNames[name] ?? 'item',
      value.map((item: unknown) => valueOf('item', item)),
    )
  if (typeof value === 'object' && value !== null) return membersOf(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? '')
}
