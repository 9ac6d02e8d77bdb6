// Files and folders as the clients of Artifactory ask about them. A path is all that follows, so these calls have one
// placeholder, `<repository>/<path>`; what is asked stands in the query.
// https://jfrog.com/help/r/jfrog-rest-apis/artifacts-storage
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const api = '/artifactory/api'

export const ItemPath = z.object({
  path: z.string().describe('The key of a repository, a slash, and the path in it'),
})

/** `1` or `true`, and the bare name of the parameter, switch it on. Python writes its words with a capital. */
const Flag = z
  .enum(['0', '1', 'true', 'false', 'True', 'False', ''], { error: 'Write 1 or 0.' })
  .optional()
  .transform((text) => (text === undefined ? undefined : !['0', 'false', 'False'].includes(text)))

const Present = z.string().optional()

const Named = z.string({ error: 'Name the properties.' }).max(100_000)

const Checksums = z.object({ sha1: z.string(), md5: z.string(), sha256: z.string() })

const Dates = {
  created: z.string(),
  createdBy: z.string(),
  lastModified: z.string(),
  modifiedBy: z.string(),
  lastUpdated: z.string(),
}

const Placed = { uri: z.string(), repo: z.string(), path: z.string() }

export const FileInfo = z.object({
  ...Placed,
  ...Dates,
  downloadUri: z.string(),
  mimeType: z.string(),
  size: z.string().describe('Bytes, as text'),
  checksums: Checksums,
  originalChecksums: Checksums.partial().describe('Those that its sender declared'),
  remoteUrl: z.string().optional().describe('Where a cached file came from'),
})

export const FolderInfo = z.object({
  ...Placed,
  ...Dates,
  children: z.array(z.object({ uri: z.string(), folder: z.boolean() })),
})

export const FileList = z.object({
  uri: z.string(),
  created: z.string(),
  files: z.array(
    z.object({
      uri: z.string(),
      size: z.number().describe('-1 for a folder'),
      lastModified: z.string(),
      folder: z.boolean(),
      sha1: z.string().optional(),
      sha2: z.string().optional(),
      mdTimestamps: z.object({ properties: z.string() }).optional(),
    }),
  ),
})

export const ItemProperties = z.object({
  uri: z.string(),
  properties: z.record(z.string(), z.array(z.string())),
})

export const ItemStats = z.object({
  uri: z.string(),
  downloadCount: z.number(),
  lastDownloaded: z.number().describe('Milliseconds since 1970; 0 when it never was'),
  lastDownloadedBy: z.string().optional(),
  remoteDownloadCount: z.number(),
  remoteLastDownloaded: z.number(),
})

export const ItemPermissions = z.object({
  uri: z.string(),
  principals: z.object({
    users: z.record(z.string(), z.array(z.string())),
    groups: z.record(z.string(), z.array(z.string())),
  }),
})

const Recursive = { recursive: Flag, atomicProperties: Flag }

/** A folder that holds more is not made into one archive. */
export const folderArchiveLimits = { files: 20_000, bytes: 20 * 1024 ** 3 }

export const artifactStorage = {
  read: endpoint(
    `GET ${api}/storage/{path}`,
    'A file or folder: what it is, or what the query asks about it',
    {
      takesRest: true,
      params: ItemPath,
      query: z.object({
        list: Present.describe('Everything in the folder'),
        deep: Flag,
        depth: z.coerce.number().int().min(0).max(1000).optional().describe('With deep: how many levels'),
        listFolders: Flag,
        mdTimestamps: Flag,
        includeRootPath: Flag,
        properties: Present.describe('Its properties: those named, or all'),
        stats: Present.describe('How often it was fetched'),
        lastModified: Present.describe('The newest item below'),
        permissions: Present.describe('Who may do what to it'),
      }),
      response: z.union([
        FileInfo,
        FolderInfo,
        FileList,
        ItemProperties,
        ItemStats,
        ItemPermissions,
        z.object({ uri: z.string(), lastModified: z.string() }),
      ]),
    },
  ),
  download: endpoint(`GET ${api}/archive/download/{path}`, 'A folder as one archive', {
    takesRest: true,
    status: 200,
    params: ItemPath,
    query: z.object({
      archiveType: z.enum(['zip', 'tar', 'tar.gz', 'tgz'], { error: 'Name zip, tar, tar.gz or tgz.' }),
      includeChecksumFiles: Flag,
    }),
  }),
  trace: endpoint(`GET ${api}/trace/{path}`, 'How a file is found, as text', {
    takesRest: true,
    status: 200,
    params: ItemPath,
  }),
  sha256: endpoint(`POST ${api}/checksum/sha256`, 'Whether a file has a SHA-256, as every file has here', {
    status: 200,
    body: z.object({ repoKey: z.string().max(64), path: z.string().max(10_000) }),
  }),
  setProperties: endpoint(`PUT ${api}/storage/{path}`, 'Set properties; those not named stay', {
    takesRest: true,
    params: ItemPath,
    query: z.object({
      properties: Named.describe('k1=v1,v2;k2=v3, with \\ before , ; | = and \\ in a value'),
      ...Recursive,
    }),
  }),
  deleteProperties: endpoint(`DELETE ${api}/storage/{path}`, 'Take properties away', {
    takesRest: true,
    params: ItemPath,
    query: z.object({ properties: Named.describe('k1,k2'), ...Recursive }),
  }),
  patchMetadata: endpoint(`PATCH ${api}/metadata/{path}`, 'Set and take away properties in one go', {
    takesRest: true,
    params: ItemPath,
    query: z.object({ recursiveProperties: Flag, atomicProperties: Flag }),
    body: z.object({
      props: z
        .record(z.string(), z.union([z.string(), z.array(z.string()).max(1000), z.null()]))
        .describe('By key: the value, the values, or null to take it away'),
    }),
  }),
}
