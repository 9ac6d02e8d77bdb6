// The package catalogue: packages, their versions, and how to install them.
// A package is named across repositories by `format://name`.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PageQuery, pageOf } from './page.ts'

export const InstallCommand = z.object({
  client: z.string().describe('npm, yarn, curl …'),
  command: z.string(),
})

export const PackageSummary = z.object({
  id: z.string().describe('format://name'),
  format: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  latest: z.string(),
  publishedAt: z.string().describe('When the latest version was published'),
  versions: z.number().int(),
  licence: z.string().nullable(),
  repositories: z.array(z.string()),
  downloads: z.number().int().describe('In the last 30 days'),
  downloadsByDay: z.array(z.number().int()).describe('The last 30 days, oldest first'),
  install: z.array(InstallCommand).describe('For the latest version'),
})
export type PackageSummary = z.infer<typeof PackageSummary>

export const PackageDetails = PackageSummary.extend({
  publishedBy: z.string().nullable(),
  keywords: z.array(z.string()),
  homepage: z.string().nullable(),
  source: z.string().nullable(),
  createdAt: z.string(),
  followers: z.number().int().describe('How many are told of what happens to it'),
  tags: z.array(z.object({ tag: z.string(), version: z.string() })),
})
export type PackageDetails = z.infer<typeof PackageDetails>

export const VersionSummary = z.object({
  version: z.string(),
  publishedAt: z.string(),
  publishedBy: z.string().nullable(),
  repositories: z.array(z.string()),
  size: z.number().int(),
  licence: z.string().nullable(),
  deprecated: z.string().nullable().describe('The reason, when the publisher gave one'),
  downloads: z.number().int(),
  tags: z.array(z.string()),
})
export type VersionSummary = z.infer<typeof VersionSummary>

export const VersionFile = z.object({
  repository: z.string(),
  path: z.string(),
  name: z.string(),
  isLead: z.boolean(),
  size: z.number().int(),
  mimeType: z.string(),
  sha256: z.string(),
  sha1: z.string(),
  md5: z.string(),
  url: z.string(),
})
export type VersionFile = z.infer<typeof VersionFile>

export const Dependency = z.object({
  name: z.string(),
  range: z.string(),
  kind: z.string().describe('runtime, development, peer, optional'),
  packageId: z.string().nullable().describe('Set when this installation holds the package'),
})

export const VersionDetails = VersionSummary.extend({
  packageId: z.string(),
  format: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  homepage: z.string().nullable(),
  source: z.string().nullable(),
  install: z.array(InstallCommand),
  readme: z.string().nullable().describe('Markdown, as the package ships it'),
  dependencies: z.array(Dependency),
  files: z.array(VersionFile),
  properties: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
  older: z.string().nullable(),
  newer: z.string().nullable(),
})
export type VersionDetails = z.infer<typeof VersionDetails>

const PackageParam = z.object({ packageId: z.string().min(1).max(512) })
const VersionParam = PackageParam.extend({ version: z.string().min(1).max(256) })

export const PackageListQuery = PageQuery.extend({
  name: z.string().max(256).optional().describe('A part of the name or of the description'),
  format: z.string().max(64).optional(),
  repository: z.string().max(64).optional(),
  sort: z.enum(['name:asc', 'name:desc', 'modified:asc', 'modified:desc']).default('name:asc'),
})

export const packages = {
  list: endpoint('GET /ui/api/v1/packages', 'List packages', {
    query: PackageListQuery,
    response: pageOf(PackageSummary),
  }),
  counts: endpoint('GET /ui/api/v1/packages-by-format', 'Count the packages of each format', {
    response: z.array(z.object({ format: z.string(), packages: z.number().int() })),
  }),
  get: endpoint('GET /ui/api/v1/packages/{packageId}', 'Show a package', {
    params: PackageParam,
    response: PackageDetails,
  }),
  versions: endpoint('GET /ui/api/v1/packages/{packageId}/versions', 'List the versions of a package', {
    params: PackageParam,
    query: PageQuery.extend({
      version: z.string().max(256).optional().describe('A part of the version'),
      ignorePreRelease: z.enum(['true', 'false']).default('false'),
    }),
    response: pageOf(VersionSummary),
  }),
  version: endpoint('GET /ui/api/v1/packages/{packageId}/versions/{version}', 'Show a version', {
    params: VersionParam,
    response: VersionDetails,
  }),
}
