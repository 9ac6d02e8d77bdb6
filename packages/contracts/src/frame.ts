// What the frame of the web application needs to draw itself: asked once at its start.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FormatInfo, RepositoryKind } from './repositories.ts'

export const serviceNames = [
  'artifactory',
  'access',
  'xray',
  'distribution',
  'mc',
  'insight',
  'tracker',
  'pipelines',
] as const
export const ServiceName = z.enum(serviceNames)
export type ServiceName = z.infer<typeof ServiceName>

/** Every flag with what it is when nobody says otherwise. */
export const featureDefaults = {
  tested: false,
  platformGetStarted: false,
  quickDeploy: false,
  freeTierQuickDeployLanding: false,
  newSetMeUp: true,
  gitRepoScanning: true,
  operationalRisk: true,
  licenses: true,
} as const
export type FeatureFlag = keyof typeof featureDefaults
export const featureFlags = Object.keys(featureDefaults) as FeatureFlag[] // the keys of the literal above

/** The type of an installation without a licence. */
export const noLicense = 'N/A'

export const DeploymentSwitches = z.object({
  isCloud: z.boolean().describe('Run by a hosting company rather than by its users'),
  isTour: z.boolean().describe('A demonstration: administration is shown as teasers to visitors'),
  isLightweight: z.boolean().describe('The repository manager alone'),
  isTrial: z.boolean(),
  isFreeTier: z.boolean(),
})
export type DeploymentSwitches = z.infer<typeof DeploymentSwitches>

/** Empty where an installation names none. */
export const FrameAddresses = z.object({
  tour: z.string().describe('Where a sign-in leads on a demonstration installation'),
  externalLogin: z.string().describe('Where people sign in instead of here'),
  documentation: z.string(),
  trial: z.string(),
  purchase: z.string(),
  portal: z.string().describe('The account portal of the hosting company'),
  portalProvider: z.string(),
})

export const Footer = z.object({
  product: z.string(),
  version: z.string(),
  serverName: z.string().describe('Empty on a new installation'),
  licenseType: z.string().describe(`${noLicense} without a licence`),
  userLogo: z.string().describe('The address of the uploaded logo; empty: none'),
  logoUrl: z.string().describe('The address of our copy of a linked logo; empty: none'),
  footerMessage: z.string(),
  homePage: z.string().describe('The page that everybody starts with; empty: by role'),
  switches: DeploymentSwitches,
  addresses: FrameAddresses,
})
export type Footer = z.infer<typeof Footer>

export const Service = z.object({ name: ServiceName, isAvailable: z.boolean() })
export type Service = z.infer<typeof Service>

export const Entitlements = z.record(z.string(), z.boolean())
export const Features = z.record(z.string(), z.boolean())

export const RepositoryData = z.object({
  total: z.number().int(),
  repositories: z
    .array(z.object({ key: z.string(), kind: RepositoryKind, format: z.string() }))
    .describe('The first of them by key; readable ones only'),
})

export const SupportAnalytics = z.object({
  nodeId: z.string(),
  version: z.string(),
  database: z.enum(['sqlite', 'postgres']),
})

export const ScannerState = z.object({
  isAvailable: z.boolean(),
  canSeeScans: z.boolean(),
  canManagePolicies: z.boolean(),
})

const onboarding = (route: `GET /${string}`) =>
  endpoint(route, 'How far the set-up has come', {
    query: z.object({ jfLoader: z.string().max(8).optional() }),
    response: z.object({
      hasOnlyDefaultRepos: z.boolean().describe('Nobody has created a repository yet'),
    }),
  })

export const frame = {
  footer: endpoint('GET /ui/api/v1/ui/auth/screen/footer', 'What the installation is and looks like', {
    response: Footer,
  }),
  services: endpoint('GET /ui/api/v1/ui/services', 'Which services are available', {
    response: z.array(Service),
  }),
  serviceEnabled: endpoint(
    'GET /ui/api/v1/system/ismicroserviceenabled/{service}',
    'Whether one service is available',
    {
      params: z.object({ service: z.string().max(64) }),
      response: z.object({ enabled: z.boolean() }),
    },
  ),
  entitlements: endpoint('GET /ui/api/v1/ui/entitlements', 'What the licence allows', {
    response: Entitlements,
  }),
  features: endpoint('GET /ui/api/v1/ui/features', 'Which feature flags are on', { response: Features }),
  packageTypes: endpoint('GET /ui/api/v1/ui/packages/types', 'The package types that can be used', {
    response: z.array(FormatInfo),
  }),
  repositoryData: endpoint('GET /ui/api/v1/ui/repodata', 'Which repositories there are', {
    response: RepositoryData,
  }),
  supportAnalytics: endpoint('GET /ui/api/v1/ui/supportAnalytics', 'What support asks about first', {
    response: SupportAnalytics,
  }),
  scanner: endpoint('GET /ui/api/v1/ui/scanner', 'The state of the scanner, and what one may do with it', {
    response: ScannerState,
  }),
  onboarding: onboarding('GET /ui/api/v1/ui/onboarding/initStatus'),
  /** As clients of Artifactory ask. */
  wireOnboarding: onboarding('GET /artifactory/api/onboarding/initStatus'),
}
