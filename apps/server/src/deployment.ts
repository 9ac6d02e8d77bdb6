// What kind of installation this is, made from the switches of the configuration.
import {
  featureDefaults,
  featureFlags,
  type DeploymentSwitches,
  type FeatureFlag,
  type Footer,
  type ServiceName,
} from '@bindery/contracts'
import type { Config } from './config.ts'

export interface Deployment {
  switches: DeploymentSwitches
  addresses: Footer['addresses']
  features: Record<FeatureFlag, boolean>
  servicesOff: ReadonlySet<ServiceName>
}

export const deploymentOf = (config: Config): Deployment => ({
  switches: {
    isCloud: config.cloud,
    isTour: config.tour,
    isLightweight: config.lightweight,
    isTrial: config.trial,
    isFreeTier: config.freeTier,
  },
  addresses: {
    tour: config.tourUrl ?? '',
    externalLogin: config.externalLoginUrl ?? '',
    documentation: config.documentationUrl ?? '',
    trial: config.trialUrl ?? '',
    purchase: config.purchaseUrl ?? '',
    portal: config.portalUrl ?? '',
    portalProvider: config.portalProvider,
  },
  features: flagsOf(config.features),
  servicesOff: new Set(config.servicesOff),
})

function flagsOf(given: readonly string[]): Record<FeatureFlag, boolean> {
  const flags = featureFlags.map((flag) => {
    const isOff = given.includes(`-${flag}`)
    return [flag, !isOff && (featureDefaults[flag] || given.includes(flag))]
  })
  return Object.fromEntries(flags) as Record<FeatureFlag, boolean> // one entry for each flag
}
