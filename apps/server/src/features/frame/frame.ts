// What the frame of the web application is drawn from.
import { type Footer, noLicense, type Service, type ServiceName, serviceNames } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { mayUse } from '../../access/rules/permissions.ts'
import { generalSettings } from '../../platform/installation/installation.ts'
import { licenseType } from '../../platform/installation/licenses.ts'
import { logoAddresses } from '../../platform/installation/logos.ts'
import { listReadable } from '../../registry/allowed.ts'
import { isDefault } from '../../registry/default-repositories.ts'
import { listRepositories } from '../../registry/repositories.ts'
import type { Services } from '../feature.ts'

export async function footer(services: Services): Promise<Footer> {
  const { deployment, version, serverName } = services
  const { logo, linkedLogo } = await logoAddresses(services)
  const { footerMessage, homePage } = await generalSettings(services)
  return {
    product: 'Bindery',
    version,
    serverName,
    licenseType: await licenseType(services),
    userLogo: logo,
    logoUrl: linkedLogo,
    footerMessage,
    homePage,
    switches: deployment.switches,
    addresses: deployment.addresses,
  }
}

export const isAvailable = ({ deployment }: Services, name: ServiceName) => !deployment.servicesOff.has(name)

export const listServices = (services: Services): Service[] =>
  serviceNames.map((name) => ({ name, isAvailable: isAvailable(services, name) }))

const licensed = ['repositories', 'projects', 'single-sign-on', 'security-scanning', 'distribution'] as const

/** Nothing is for some licences only; without any, nothing is allowed. */
export async function entitlements(services: Services): Promise<Record<string, boolean>> {
  const isLicensed = (await licenseType(services)) !== noLicense
  return Object.fromEntries(licensed.map((name) => [name, isLicensed]))
}

const mostRepositories = 500

export async function repositoryData({ registry }: Services, actor: Actor) {
  const readable = await listReadable(registry, actor)
  return {
    total: readable.length,
    repositories: readable.slice(0, mostRepositories).map(({ key, kind, format }) => ({ key, kind, format })),
  }
}

export async function hasOnlyDefaultRepos({ registry }: Services): Promise<boolean> {
  return (await listRepositories(registry)).every((one) => isDefault(registry, one))
}

/** Whoever may read something may know what is wrong with it. */
export const scannerState = (services: Services, actor: Actor) => ({
  isAvailable: isAvailable(services, 'xray'),
  canSeeScans: mayUse(actor, 'browse'),
  canManagePolicies: mayUse(actor, 'manage-resources'),
})
