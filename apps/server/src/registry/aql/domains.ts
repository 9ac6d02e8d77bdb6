// What can be asked for, as one table: for each domain its fields with their columns, and how it hangs together with others.
import { sql, type RawBuilder } from 'kysely'
import { bitOf, type Sum } from '../declared-sums.ts'
import { sumOf } from '../node-sums.ts'

export type Sql = RawBuilder<unknown>
export type ColumnOf = (alias: string) => Sql

export interface Field {
  /** `kind`, `repository`, `virtuals`: worked out here, and not by the database; `list`: a JSON list of names. */
  type: 'text' | 'integer' | 'date' | 'path' | 'list' | 'kind' | 'repository' | 'virtuals'
  column: ColumnOf
  isNullable?: true
}

export interface Relation {
  domain: DomainName
  /** Where the related rows stand in an answer. */
  plural: string
  /** Equal in a row and in those that belong to it. */
  from: ColumnOf
  to: ColumnOf
  /** The rows whose `to` is one of these, where that needs another way to be found by an index. */
  among?(alias: string, keys: Sql): Sql
}

export interface Domain {
  table: Sql
  /** What its fields are called in an answer: `build.` for `build.name`. */
  prefix: string
  fields: Record<string, Field>
  relations: Record<string, Relation>
  /** Without an include. */
  usual: readonly string[]
  /** Whose right to be read decides, and the joins that lead from `t` to it, as `o`. */
  owner: { kind: 'node' | 'build' | 'blob' | 'nobody'; joins: Sql }
}

export type DomainName =
  | 'items'
  | 'properties'
  | 'stats'
  | 'archives'
  | 'entries'
  | 'builds'
  | 'modules'
  | 'artifacts'
  | 'dependencies'
  | 'promotions'
  | 'build-properties'
  | 'releases'
  | 'release-artifacts'

/** All spellings of the grammar. */
export const domainNames: ReadonlyMap<string, DomainName> = new Map([
  ['items', 'items'],
  ['item', 'items'],
  ['properties', 'properties'],
  ['property', 'properties'],
  ['stats', 'stats'],
  ['stat', 'stats'],
  ['archives', 'archives'],
  ['archive', 'archives'],
  ['entries', 'entries'],
  ['archive.entries', 'entries'],
  ['archive.entry', 'entries'],
  ['builds', 'builds'],
  ['build', 'builds'],
  ['modules', 'modules'],
  ['module', 'modules'],
  ['artifacts', 'artifacts'],
  ['artifact', 'artifacts'],
  ['dependencies', 'dependencies'],
  ['dependency', 'dependencies'],
  ['promotions', 'promotions'],
  ['build.promotions', 'promotions'],
  ['build.promotion', 'promotions'],
  ['build.properties', 'build-properties'],
  ['build.property', 'build-properties'],
  ['releases', 'releases'],
  ['release', 'releases'],
  ['release_artifacts', 'release-artifacts'],
  ['release_artifact', 'release-artifacts'],
])

const column =
  (name: string): ColumnOf =>
  (alias) =>
    sql.ref(`${alias}.${name}`)

const text = (name: string): Field => ({ type: 'text', column: column(name) })
const date = (name: string): Field => ({ type: 'date', column: column(name) })
const integer = (name: string): Field => ({ type: 'integer', column: column(name) })

const blobColumn =
  (name: 'sha1' | 'md5'): ColumnOf =>
  (alias) =>
    sumOf(name, alias)

const sum = (of: ColumnOf): Field => ({ type: 'text', column: of, isNullable: true })

/** A checksum that a client declared is compared with the bytes before they are kept, so it is the actual one. */
const declared = (name: Sum, of: ColumnOf): Field =>
  sum(
    (alias) =>
      sql`case when (${sql.ref(`${alias}.declared_sums`)} & ${sql.lit(bitOf(name))}) <> 0 then ${of(alias)} end`,
  )

const sums = {
  actual_sha1: sum(blobColumn('sha1')),
  original_sha1: declared('sha1', blobColumn('sha1')),
  actual_md5: sum(blobColumn('md5')),
  original_md5: declared('md5', blobColumn('md5')),
  sha256: sum(column('sha256')),
  original_sha256: declared('sha256', column('sha256')),
}

const depthOf: ColumnOf = (alias) => {
  const path = sql.ref(`${alias}.path`)
  return sql`(length(${path}) - length(replace(${path}, '/', '')) + 1)`
}

const relate = (
  domain: DomainName,
  plural: string,
  from: string | ColumnOf,
  to: string | ColumnOf,
  among?: Relation['among'],
): Relation => ({
  domain,
  plural,
  from: typeof from === 'string' ? column(from) : from,
  to: typeof to === 'string' ? column(to) : to,
  ...(among && { among }),
})

/** Items with the bytes that a build speaks of. */
const itemsBySha1 = relate('items', 'items', 'sha1', blobColumn('sha1'), (alias, keys) => {
  return sql`${sql.ref(`${alias}.sha256`)} in (select sums.sha256 from blobs as sums where sums.sha1 in ${keys})`
})

const ofNode = { kind: 'node', joins: sql`join nodes as o on o.id = t.node_id` } as const
/** By any of the files with these bytes, so that each row is found once however many there are. */
const ofBlob = { kind: 'blob', joins: sql`` } as const
const ofBuild = { kind: 'build', joins: sql`join builds as o on o.id = t.build_id` } as const
const ofModule = {
  kind: 'build',
  joins: sql`join build_modules as m on m.id = t.module_id join builds as o on o.id = m.build_id`,
} as const
/** The row itself. */
const itself = (table: string) => sql`join ${sql.table(table)} as o on o.id = t.id`

/** There are no release bundles yet, so nothing belongs to one. */
const nothing = sql`(select '' as sha1, '' as name, '' as version where 1 = 0)`
const ofNobody = { kind: 'nobody', joins: sql`` } as const

export const domains: Record<DomainName, Domain> = {
  items: {
    table: sql.table('nodes'),
    prefix: '',
    fields: {
      repo: { type: 'repository', column: column('repository_id') },
      path: { type: 'path', column: column('parent') },
      name: text('name'),
      type: { type: 'kind', column: column('kind') },
      size: integer('size'),
      depth: { type: 'integer', column: depthOf },
      created: date('created_at'),
      created_by: text('created_by'),
      modified: date('modified_at'),
      modified_by: text('modified_by'),
      updated: {
        type: 'date',
        column: (alias) =>
          sql`coalesce(${sql.ref(`${alias}.updated_at`)}, ${sql.ref(`${alias}.modified_at`)})`,
      },
      ...sums,
      virtual_repos: { type: 'virtuals', column: column('repository_id') },
    },
    relations: {
      property: relate('properties', 'properties', 'id', 'node_id'),
      stat: relate('stats', 'stats', 'id', 'node_id'),
      archive: relate('archives', 'archives', 'sha256', 'sha256'),
      artifact: relate('artifacts', 'artifacts', blobColumn('sha1'), 'sha1'),
      dependency: relate('dependencies', 'dependencies', blobColumn('sha1'), 'sha1'),
      release_artifact: relate('release-artifacts', 'release_artifacts', blobColumn('sha1'), 'sha1'),
    },
    usual: 'repo path name type size created created_by modified modified_by updated'.split(' '),
    owner: { kind: 'node', joins: itself('nodes') },
  },
  properties: {
    table: sql.table('properties'),
    prefix: '',
    fields: { key: text('key'), value: text('value') },
    relations: { item: relate('items', 'items', 'node_id', 'id') },
    usual: ['key', 'value'],
    owner: ofNode,
  },
  stats: {
    table: sql.table('node_stats'),
    prefix: '',
    fields: {
      downloads: integer('downloads'),
      downloaded: date('downloaded_at'),
      downloaded_by: text('downloaded_by'),
      // Those of other installations, which are not told to this one.
      remote_downloads: { type: 'integer', column: () => sql`0` },
    },
    relations: { item: relate('items', 'items', 'node_id', 'id') },
    usual: ['downloads', 'downloaded', 'downloaded_by', 'remote_downloads'],
    owner: ofNode,
  },
  archives: {
    table: sql.table('indexed_archives'),
    prefix: '',
    fields: {},
    relations: {
      item: relate('items', 'items', 'sha256', 'sha256'),
      entry: relate('entries', 'entries', 'sha256', 'sha256'),
    },
    usual: [],
    owner: ofBlob,
  },
  entries: {
    table: sql.table('archive_entries'),
    prefix: 'entry.',
    fields: { name: text('name'), path: text('path') },
    relations: { archive: relate('archives', 'archives', 'sha256', 'sha256') },
    usual: ['name', 'path'],
    owner: ofBlob,
  },
  builds: {
    table: sql.table('builds'),
    prefix: 'build.',
    fields: {
      name: text('name'),
      number: text('number'),
      url: text('url'),
      started: date('started'),
      created: date('created_at'),
      created_by: text('created_by'),
      modified: date('modified_at'),
      modified_by: text('modified_by'),
    },
    relations: {
      module: relate('modules', 'modules', 'id', 'build_id'),
      promotion: relate('promotions', 'promotions', 'id', 'build_id'),
      property: relate('build-properties', 'properties', 'id', 'build_id'),
    },
    usual: 'name number url started created created_by modified modified_by'.split(' '),
    owner: { kind: 'build', joins: itself('builds') },
  },
  modules: {
    table: sql.table('build_modules'),
    prefix: 'module.',
    fields: { name: text('name'), type: text('type') },
    relations: {
      build: relate('builds', 'builds', 'build_id', 'id'),
      artifact: relate('artifacts', 'artifacts', 'id', 'module_id'),
      dependency: relate('dependencies', 'dependencies', 'id', 'module_id'),
    },
    usual: ['name'],
    owner: ofBuild,
  },
  artifacts: {
    table: sql.table('build_artifacts'),
    prefix: 'artifact.',
    fields: {
      name: text('name'),
      type: text('type'),
      sha1: text('sha1'),
      sha256: text('sha256'),
      md5: text('md5'),
      path: text('path'),
    },
    relations: { item: itemsBySha1, module: relate('modules', 'modules', 'module_id', 'id') },
    usual: ['name', 'type', 'sha1', 'md5'],
    owner: ofModule,
  },
  dependencies: {
    table: sql.table('build_dependencies'),
    prefix: 'dependency.',
    fields: {
      name: text('name'),
      type: text('type'),
      scope: { type: 'list', column: column('scopes') },
      sha1: text('sha1'),
      sha256: text('sha256'),
      md5: text('md5'),
    },
    relations: { item: itemsBySha1, module: relate('modules', 'modules', 'module_id', 'id') },
    usual: ['name', 'type', 'scope', 'sha1', 'md5'],
    owner: ofModule,
  },
  promotions: {
    table: sql.table('build_promotions'),
    prefix: 'promotion.',
    fields: {
      status: text('status'),
      comment: text('comment'),
      repo: text('repository'),
      created: date('created_at'),
      created_by: text('created_by'),
      user: text('ci_user'),
    },
    relations: { build: relate('builds', 'builds', 'build_id', 'id') },
    usual: ['status', 'comment', 'repo', 'created', 'created_by'],
    owner: ofBuild,
  },
  'build-properties': {
    table: sql.table('build_properties'),
    prefix: '',
    fields: { key: text('key'), value: text('value') },
    relations: { build: relate('builds', 'builds', 'build_id', 'id') },
    usual: ['key', 'value'],
    owner: ofBuild,
  },
  releases: {
    table: nothing,
    prefix: 'release.',
    fields: { name: text('name'), version: text('version') },
    relations: {},
    usual: ['name', 'version'],
    owner: ofNobody,
  },
  'release-artifacts': {
    table: nothing,
    prefix: 'release_artifact.',
    fields: { name: text('name') },
    relations: { release: relate('releases', 'releases', 'sha1', 'sha1') },
    usual: ['name'],
    owner: ofNobody,
  },
}
