import { frame, serviceNames } from '@bindery/contracts'
import { type HandlerOf, implement } from '../feature.ts'
import {
  entitlements,
  footer,
  hasOnlyDefaultRepos,
  isAvailable,
  listServices,
  repositoryData,
  scannerState,
} from './frame.ts'

const onboarding: HandlerOf<typeof frame, 'onboarding'> = {
  allow: 'browse',
  handle: async (_call, services) => ({ hasOnlyDefaultRepos: await hasOnlyDefaultRepos(services) }),
}

export const endpoints = implement(frame, {
  footer: { allow: 'public', handle: (_call, services) => footer(services) },
  services: { allow: 'public', handle: (_call, services) => listServices(services) },
  serviceEnabled: {
    allow: 'public',
    handle: ({ params }, services) => {
      const name = serviceNames.find((one) => one === params.service)
      return { enabled: name !== undefined && isAvailable(services, name) }
    },
  },
  entitlements: { allow: 'public', handle: (_call, services) => entitlements(services) },
  features: { allow: 'browse', handle: (_call, { deployment }) => deployment.features },
  packageTypes: {
    allow: 'browse',
    handle: (_call, { registry }) =>
      [...registry.formats.values()].map(({ id, label, icon, hasDependencies = false, tarballs = null }) => ({
        id,
        label,
        icon,
        hasDependencies,
        tarballs,
      })),
  },
  repositoryData: { allow: 'browse', handle: ({ actor }, services) => repositoryData(services, actor) },
  supportAnalytics: {
    allow: 'signed-in',
    handle: (_call, { registry, database, version }) => ({
      nodeId: registry.nodeId,
      version,
      database: database.engine,
    }),
  },
  scanner: { allow: 'browse', handle: ({ actor }, services) => scannerState(services, actor) },
  onboarding,
  wireOnboarding: onboarding,
})
