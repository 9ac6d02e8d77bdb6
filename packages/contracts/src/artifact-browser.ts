// The artifact browser: what lies where, and everything that is known about one place. Changes go through the calls that
// command lines use too (`/artifactory/…`), so that there is one way to deploy, copy, move and delete.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Abilities, PageQuery, pageOf } from './page.ts'
import { permissionActions } from './permissions.ts'
import { HitShare } from './upstreams.ts'

export const treeKinds = ['local', 'cache', 'remote', 'virtual', 'federated', 'trash'] as const
export const TreeKind = z.enum(treeKinds)
export type TreeKind = z.infer<typeof TreeKind>

export const TreeRoot = z.object({
  key: z.string(),
  kind: TreeKind,
  format: z.string(),
  description: z.string(),
  files: z.number().int().nullable().describe('As last counted; null before the first time'),
  bytes: z.number().int().nullable(),
  keepsDeleted: z.boolean().describe('What is deleted there goes to the trash can first'),
  can: Abilities,
})
export type TreeRoot = z.infer<typeof TreeRoot>

export const TreeItem = z.object({
  name: z.string().describe('Folders with nothing but one folder in them are joined: `billing/-`'),
  path: z.string().describe('In the repository'),
  repository: z.string().describe('The one that holds it; a virtual repository shows what others hold'),
  isFolder: z.boolean(),
  hasChildren: z.boolean(),
  size: z.number().int(),
  modifiedAt: z.string(),
})
export type TreeItem = z.infer<typeof TreeItem>

export const Place = z.object({
  repository: z.string().min(1).max(80),
  path: z.string().max(2048).default('').describe('In the repository; empty for the repository itself'),
})
export type Place = z.infer<typeof Place>

export const FoundItem = z.object({
  repository: z.string(),
  path: z.string(),
  isFolder: z.boolean(),
  size: z.number().int(),
})
export type FoundItem = z.infer<typeof FoundItem>

export const previewKinds = ['text', 'image', 'binary'] as const

export const ItemFile = z.object({
  size: z.number().int(),
  mimeType: z.string(),
  sha256: z.string(),
  sha1: z.string(),
  md5: z.string(),
  downloads: z.number().int(),
  downloadedAt: z.string().nullable().describe('When it was downloaded last'),
  downloadedBy: z.string().nullable(),
  package: z
    .object({ id: z.string(), name: z.string(), version: z.string() })
    .nullable()
    .describe('What the format found in it'),
  install: z.array(z.object({ client: z.string(), command: z.string() })),
  isArchive: z.boolean().describe('One that can be looked into'),
})
export type ItemFile = z.infer<typeof ItemFile>

export const ItemUpstream = z.object({
  isOffline: z.boolean().describe('It is not asked: only what is kept here is given out'),
  answeredAt: z.string().nullable().describe('When it answered last'),
  failure: z.string().describe('What went wrong since; empty when nothing did'),
  hitShare: HitShare,
})
export type ItemUpstream = z.infer<typeof ItemUpstream>

export const ItemRepository = z.object({
  kind: TreeKind,
  description: z.string(),
  files: z.number().int().nullable(),
  folders: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  clientUrl: z.string().describe('What a client of the format is pointed at'),
  members: z.array(z.string()).describe('Of a virtual repository, in the order they are asked'),
  upstream: ItemUpstream.nullable().describe('How the upstream of a remote repository does'),
})
export type ItemRepository = z.infer<typeof ItemRepository>

export const ItemDetails = z.object({
  repository: z.string(),
  path: z.string(),
  name: z.string(),
  format: z.string(),
  repositoryKind: TreeKind,
  heldBy: z.string().describe('The repository that holds it; another one for a virtual repository'),
  url: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  modifiedAt: z.string(),
  modifiedBy: z.string(),
  file: ItemFile.nullable(),
  repositoryFacts: ItemRepository.nullable().describe('For the repository itself'),
  remoteUrl: z.string().nullable().describe('Where it was fetched from'),
  reachedThrough: z.array(z.string()).describe('Virtual repositories that include it'),
  properties: z.array(z.object({ key: z.string(), values: z.array(z.string()) })),
  can: Abilities,
})
export type ItemDetails = z.infer<typeof ItemDetails>

export const FolderSize = z.object({
  files: z.number().int(),
  folders: z.number().int(),
  bytes: z.number().int(),
  isCut: z.boolean().describe('There is more: counting stopped at a limit'),
})
export type FolderSize = z.infer<typeof FolderSize>

export const AccessEntry = z.object({
  kind: z.enum(['user', 'group']),
  name: z.string(),
  actions: z.array(z.enum(permissionActions)),
  through: z.array(z.string()).describe('Permissions and roles that give them'),
})
export type AccessEntry = z.infer<typeof AccessEntry>

export const ItemBuild = z.object({
  name: z.string(),
  number: z.string(),
  started: z.string(),
  repository: z.string().describe('The build-info repository'),
  module: z.string(),
  revision: z.string(),
  branch: z.string(),
  relation: z.enum(['produced', 'used']),
})
export type ItemBuild = z.infer<typeof ItemBuild>

export const Preview = z.object({
  kind: z.enum(previewKinds),
  mimeType: z.string(),
  size: z.number().int(),
  text: z.string().describe('The text, or the first bytes as hexadecimal lines'),
  isCut: z.boolean(),
})
export type Preview = z.infer<typeof Preview>

export const ArchiveItem = z.object({
  path: z.string().describe('Inside the archive, as it stands there'),
  kind: z.enum(['file', 'folder', 'other']).describe('Links, devices and the like are other'),
  size: z.number().int(),
})
export type ArchiveItem = z.infer<typeof ArchiveItem>

const Entry = z.string().min(1).max(4096).describe('A file inside the archive that lies at the path')

export const RecentDownload = z.object({
  at: z.string(),
  by: z.string(),
  through: z.string().describe('The repository that was asked'),
  client: z.string(),
})
export type RecentDownload = z.infer<typeof RecentDownload>

export const artifactBrowser = {
  roots: endpoint('GET /ui/api/v1/artifacts/roots', 'List the repositories that one may browse', {
    response: z.array(TreeRoot),
  }),
  children: endpoint('GET /ui/api/v1/artifacts/children', 'List what is in a folder or repository', {
    query: PageQuery.extend(Place.shape).extend({
      limit: z.coerce.number().int().min(1).max(500).default(200),
      name: z.string().max(255).optional().describe('What the names begin with'),
    }),
    response: pageOf(TreeItem),
  }),
  find: endpoint('GET /ui/api/v1/artifacts/find', 'Find files and folders by the beginning of their name', {
    query: z.object({
      text: z.string().min(1).max(255),
      repositories: z.string().max(8000).optional().describe('Keys, separated by commas; all without it'),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ items: z.array(FoundItem), isCut: z.boolean() }),
  }),
  item: endpoint('GET /ui/api/v1/artifacts/item', 'Show a file, folder or repository', {
    query: Place,
    response: ItemDetails,
  }),
  size: endpoint('GET /ui/api/v1/artifacts/size', 'Count what is below a folder', {
    query: Place,
    response: FolderSize,
  }),
  access: endpoint('GET /ui/api/v1/artifacts/access', 'List who may do what there', {
    query: Place,
    response: z.object({ items: z.array(AccessEntry), administrators: z.number().int() }),
  }),
  builds: endpoint('GET /ui/api/v1/artifacts/builds', 'List the builds that made or used a file', {
    query: Place,
    response: z.object({ items: z.array(ItemBuild), isCut: z.boolean() }),
  }),
  preview: endpoint('GET /ui/api/v1/artifacts/preview', 'Show the beginning of a file as text', {
    query: Place.extend({ entry: Entry.optional() }),
    response: Preview,
  }),
  contents: endpoint('GET /ui/api/v1/artifacts/contents', 'List what is in an archive', {
    query: Place,
    response: z.object({ items: z.array(ArchiveItem), isCut: z.boolean() }),
  }),
  entry: endpoint('GET /ui/api/v1/artifacts/entry', 'Download a file that is in an archive', {
    status: 200,
    query: Place.extend({ entry: Entry }),
  }),
  downloads: endpoint(
    'GET /ui/api/v1/artifacts/downloads',
    'List the latest downloads of a file that this process remembers, newest first',
    { query: Place, response: z.array(RecentDownload) },
  ),
  image: endpoint('GET /ui/api/v1/artifacts/image', 'Show a picture; nothing in it can run', {
    status: 200,
    query: Place.extend({ entry: Entry.optional() }),
  }),
}
