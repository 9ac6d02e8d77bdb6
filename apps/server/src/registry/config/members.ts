// Every member of a repository's configuration, by kind and package type, with its JSON type and default. What the engine
// reads is typed by this table; a new member is one line here.
import { choice, flag, group, groups, integer, list, text, type Member } from './member.ts'
import type { RepositoryKind } from './package-types.ts'

const seconds = (fallback: number) => integer(fallback, 0, 315_360_000)

const common = {
  notes: text(),
  includesPattern: text('**/*'),
  excludesPattern: text(),
  /** The default depends on kind and type; see read.ts. */
  repoLayoutRef: text(),
  blackedOut: flag(),
  xrayIndex: flag(),
  propertySets: list(),
  downloadRedirect: flag(),
  cdnRedirect: flag(),
  priorityResolution: flag(),
}

const local = {
  archiveBrowsingEnabled: flag(),
  optionalIndexCompressionFormats: list('bz2'),
  primaryKeyPairRef: text(),
  secondaryKeyPairRef: text(),
  signedUrlTtl: integer(90),
}

const remote = {
  url: text(),
  username: text(),
  /** Sealed; see secrets.ts. */
  password: text(),
  proxy: text(),
  disableProxy: flag(),
  hardFail: flag(),
  offline: flag(),
  storeArtifactsLocally: flag(true),
  socketTimeoutMillis: integer(15_000, 0, 3_600_000),
  localAddress: text(),
  retrievalCachePeriodSecs: seconds(7200),
  missedRetrievalCachePeriodSecs: seconds(1800),
  metadataRetrievalTimeoutSecs: seconds(60),
  unusedArtifactsCleanupPeriodHours: integer(),
  assumedOfflinePeriodSecs: seconds(300),
  shareConfiguration: flag(),
  synchronizeProperties: flag(),
  blockMismatchingMimeTypes: flag(true),
  mismatchingMimeTypesOverrideList: text(),
  allowAnyHostAuth: flag(),
  enableCookieManagement: flag(),
  bypassHeadRequests: flag(),
  clientTlsCertificate: text(),
  /** PEM; our own member: who may sign the upstream's certificate, besides those whom this machine trusts. */
  caCertificate: text(),
  contentSynchronisation: group({
    enabled: flag(),
    statistics: group({ enabled: flag() }),
    properties: group({ enabled: flag() }),
    source: group({ originAbsenceDetection: flag() }),
  }),
  queryParams: text(),
  listRemoteFolderItems: flag(),
  retrieveSha256FromServer: flag(),
  curated: flag(),
  remoteRepoLayoutRef: text(),
}

const virtual = {
  /** Keys of the members, in the order in which they are asked. */
  repositories: list(),
  defaultDeploymentRepo: text(),
  artifactoryRequestsCanRetrieveRemoteArtifacts: flag(),
  virtualRetrievalCachePeriodSecs: seconds(600),
  /** Off: a name that a local member has is not taken from a remote one. Ours; Artifactory has no such member. */
  allowRemoteVersionsOfLocalPackages: flag(),
}

const federated = {
  members: groups({ url: text(), enabled: flag(true) }),
  cleanupOnDelete: flag(),
  disableProxy: flag(),
  proxy: text(),
}

const mavenFamily = {
  maxUniqueSnapshots: integer(),
  handleReleases: flag(true),
  handleSnapshots: flag(true),
  suppressPomConsistencyChecks: flag(),
}
const localMaven = {
  ...mavenFamily,
  snapshotVersionBehavior: choice('unique', 'non-unique', 'deployer'),
  checksumPolicyType: choice('client-checksums', 'server-generated-checksums'),
}
const remoteMaven = {
  ...mavenFamily,
  remoteRepoChecksumPolicyType: choice('generate-if-absent', 'fail', 'ignore-and-generate', 'pass-thru'),
  fetchJarsEagerly: flag(),
  fetchSourcesEagerly: flag(),
  rejectInvalidJars: flag(),
}
const virtualMaven = {
  forceMavenAuthentication: flag(),
  pomRepositoryReferencesCleanupPolicy: choice(
    'discard_active_reference',
    'discard_any_reference',
    'nothing',
  ),
  keyPair: text(),
}
const localDocker = {
  dockerApiVersion: choice('V2', 'V1'),
  maxUniqueTags: integer(),
  dockerTagRetention: integer(1),
  blockPushingSchema1: flag(true),
}
const externalDependencies = { externalDependenciesEnabled: flag(), externalDependenciesPatterns: list() }
const remoteDocker = {
  ...externalDependencies,
  enableTokenAuthentication: flag(),
  blockPushingSchema1: flag(true),
}
const virtualExternal = { ...externalDependencies, externalDependenciesRemoteRepo: text() }
const localRpm = {
  yumRootDepth: integer(),
  calculateYumMetadata: flag(),
  enableFileListsIndexing: flag(),
  yumGroupFileNames: text(),
}
const nugetAuthentication = { forceNugetAuthentication: flag() }
const cargo = { cargoAnonymousAccess: flag(), cargoInternalIndex: flag() }
const vcs = { vcsType: choice('GIT'), vcsGitProvider: text(), vcsGitDownloadUrl: text() }
const signingKey = { primaryKeyPairRef: text() }

const forMaven = <M>(members: M) => ({ maven: members, gradle: members, ivy: members, sbt: members })

/** What only some package types have, by kind. */
const byType = {
  local: {
    ...forMaven(localMaven),
    docker: localDocker,
    oci: localDocker,
    helmoci: localDocker,
    rpm: localRpm,
    debian: { debianTrivialLayout: flag() },
    nuget: { maxUniqueSnapshots: integer(), ...nugetAuthentication },
    cargo,
    terraform: { terraformType: choice('module', 'provider') },
    hex: { hexPrimaryKeyPairRef: text() },
    conan: { forceConanAuthentication: flag() },
  },
  remote: {
    ...forMaven(remoteMaven),
    docker: remoteDocker,
    oci: remoteDocker,
    helmoci: remoteDocker,
    helm: { ...externalDependencies, chartsBaseUrl: text() },
    nuget: {
      ...nugetAuthentication,
      feedContextPath: text('api/v2'),
      downloadContextPath: text('api/v2/package'),
      v3FeedUrl: text(),
      symbolServerUrl: text(),
    },
    pypi: { pyPIRegistryUrl: text(), pyPIRepositorySuffix: text('simple') },
    vcs,
    go: vcs,
    bower: { ...vcs, bowerRegistryUrl: text() },
    composer: { ...vcs, composerRegistryUrl: text() },
    cocoapods: { ...vcs, podsSpecsRepoUrl: text() },
    cargo: { ...cargo, gitRegistryUrl: text() },
    terraform: { terraformRegistryUrl: text(), terraformProvidersUrl: text() },
  },
  virtual: {
    ...forMaven(virtualMaven),
    docker: { resolveDockerTagsByTimestamp: flag() },
    oci: { resolveDockerTagsByTimestamp: flag() },
    helmoci: { resolveDockerTagsByTimestamp: flag() },
    npm: virtualExternal,
    bower: virtualExternal,
    go: virtualExternal,
    debian: { ...signingKey, debianDefaultArchitectures: text(), optionalIndexCompressionFormats: list() },
    nuget: nugetAuthentication,
    helm: { useNamespaces: flag() },
    p2: { p2Urls: list() },
    rpm: signingKey,
    alpine: signingKey,
  },
}

type Members = Record<string, Member<unknown>>
export type ValuesOf<M> = { [K in keyof M]: M[K] extends Member<infer T> ? T : never }
type All<M> = ValuesOf<UnionToIntersection<M[keyof M]>>
type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never

export type CommonConfig = ValuesOf<typeof common>
export type LocalConfig = CommonConfig & ValuesOf<typeof local> & Partial<All<typeof byType.local>>
export type FederatedConfig = LocalConfig & ValuesOf<typeof federated>
export type RemoteConfig = CommonConfig & ValuesOf<typeof remote> & Partial<All<typeof byType.remote>>
export type VirtualConfig = CommonConfig & ValuesOf<typeof virtual> & Partial<All<typeof byType.virtual>>

const byKind = {
  local: { ...common, ...local },
  remote: { ...common, ...remote },
  virtual: { ...common, ...virtual },
  federated: { ...common, ...local, ...federated },
}

/** The members that a repository of this kind and type has; others that are given are kept as they are. */
export function membersOf(kind: RepositoryKind, format: string): Members {
  const types: Record<string, Members> = byType[kind === 'federated' ? 'local' : kind]
  return { ...byKind[kind], ...types[format] }
}
