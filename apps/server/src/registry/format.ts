// What a package format is: a value. The engine gives it files and versions; it never learns where they are kept
// or who may have them.
import type { Readable } from 'node:stream'
import type { AppError } from '../platform/errors.ts'
import type { WireReply } from '../platform/http/wire.ts'
import type { FoundPackages, PackageSearch } from './find-packages.ts'
import type { PackageContents } from './packages.ts'
import type { RegistryRouter } from './route-table.ts'

export interface Format {
  /** `npm`: in URLs and in the database. */
  id: string
  /** Shown to people. */
  label: string
  /** How the scanner and the SBOM name these packages. */
  purlType: string
  /** SVG path data on a 24 by 24 grid, monochrome. */
  icon: string
  compareVersions(a: string, b: string): number
  /** Whether a segment of its paths may hold an encoded slash, as npm's `@scope%2fname` does. */
  takesEncodedSlash?: boolean
  /** Joins or renames decoded segments before routes are matched, e.g. `@scope`, `name` to one. */
  shapeSegments?(segments: string[]): string[]
  /** Where in the repository the placeholders of a route lead, for rules with patterns; a folder ends in a slash. */
  pathOf?(params: Readonly<Record<string, string>>): string | undefined
  /** The name of the package that the file at a path belongs to, told by the path alone. */
  nameAt?(path: string): string | undefined
  /** Where a server of this format keeps things; without it, files are fetched by their paths and asked for again. */
  upstream?: UpstreamFormat
  /** The wire protocol below `/artifactory/api/<id>/<repository>/`; each route states its action. */
  routes?(route: RegistryRouter): void
  /** What a stored file says about itself; undefined when it is not a package. Throws AppError for a broken one. */
  describe?(file: DescribedFile): Promise<Description | undefined>
  /** Whether its packages tell what they depend on. */
  hasDependencies?: boolean
  /** How the browser knows a package that is deployed as a file, when its tarballs say themselves what they are. */
  tarballs?: {
    /** The file below the first folder inside that says so: JSON with `name` and `version`. */
    manifest: string
    /** Where clients look for it, with `{name}`, `{bareName}` (without its scope) and `{version}`. */
    path: string
  }
  /** Whether its documents tell the SHA-512 of files. */
  needsSha512?: boolean
  /** The property of a file that names the tags which point to its version, when the format has tags. */
  tagProperty?: string
  /** The property of a file that says why its version should not be used, when the format has that. */
  deprecationProperty?: string
  /** The envelope this client understands. */
  renderError(error: AppError, requestId: string): WireReply
  install(name: string, version: string): { client: string; command: string }[]
  /** How its clients are set up, for people. */
  guide: ClientGuide[]
  /** What points a client at a repository: the URL below the origin. */
  clientPath(repositoryKey: string): string
}

/** Pure: what to ask a server of this format for, and how to read its answers. */
export interface UpstreamFormat {
  /** Never changes once it was published. */
  isImmutable(path: string): boolean
  /** The document that tells about a package. */
  document: {
    /** Where in the cache it is kept. */
    pathOf(name: string): string
    /** The name, when the path is one that pathOf gives. */
    nameAt(path: string): string | undefined
    /** Below the address of the upstream, ready for a URL; undefined for what cannot be a name. */
    addressOf(name: string): string | undefined
    accept: string
    /** The document without what is never read of it, while it arrives: only the rest is kept, and held to be read. */
    trim?(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
    /** Throws AppError for what is no such document, or one about another package. */
    read(bytes: AsyncIterable<Uint8Array>, name: string): Promise<PackageContents>
  }
  /** How it is searched, when it can be. */
  search?: {
    /** Below the address of the upstream. */
    addressOf(search: PackageSearch): string
    /** What is no such answer has no packages. */
    read(answer: unknown): FoundPackages
  }
}

/**
 * Lines for one client. They hold `{url}` (of the repository, with a slash at the end), `{address}` (the same without the
 * scheme) and `{token}`, which whoever shows them fills in; what stands in `<>` is for the reader.
 */
/** What usually stands between a client and its repository. */
type TroubleCause = 'address' | 'token' | 'right' | 'certificate' | 'proxy' | 'details'

export interface ClientGuide {
  client: string
  /** A file that the client reads; clients without one are told everything in each command. */
  settings?: { file: string; lines: string[] }
  /** Shows that it works, and changes nothing. */
  check: string[]
  install: string[]
  publish: string[]
  /** When it does not work: lines that show what the client does, or mend it, by their cause. */
  troubles: { cause: TroubleCause; lines: string[] }[]
}

export interface DescribedFile {
  path: string
  size: number
  properties: ReadonlyMap<string, readonly string[]>
  /** All of it, when the file is small and at hand. */
  bytes?: Buffer | undefined
  read(): Readable
}

/** What a format derives from one file. Kept as rows; can be made again from the file and its properties at any time. */
export interface Description {
  name: string
  version: string
  /** The format's own words about this version, kept as JSON; its documents are made of them. */
  manifest: Record<string, unknown>
  facts: Facts
  /** Tags that point to this version. */
  tags: string[]
  /** Set on the file beside those that were given, e.g. `npm.name`. */
  properties: Record<string, string[]>
  /** Of the files inside, as they stand in the archive, if it was walked over whole: nobody opens it again to index them. */
  entries?: readonly string[] | undefined
}

export interface Facts {
  description: string | null
  licence: string | null
  homepage: string | null
  source: string | null
  keywords: string[]
  deprecated: string | null
  readme: string | null
  dependencies: { name: string; range: string; kind: string }[]
}
