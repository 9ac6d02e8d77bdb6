// Files and folders, and what is known of each: properties, downloads, the entries of archives.
import { sql } from 'kysely'
import { bitOf, type Sum } from '../declared-sums.ts'
import { blobColumn, column, date, integer, itself, relate, text } from './domain.ts'
import type { ColumnOf, Domain, Field } from './domain.ts'

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

const ofNode = { kind: 'node', joins: sql`join nodes as o on o.id = t.node_id` } as const
/** By any of the files with these bytes, so that each row is found once however many there are. */
const ofBlob = { kind: 'blob', joins: sql`` } as const
export const itemDomains = {
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
      stat: { ...relate('stats', 'stats', 'id', 'node_id'), isSingle: true },
      archive: relate('archives', 'archives', 'sha256', 'sha256'),
      artifact: relate('artifacts', 'artifacts', blobColumn('sha1'), 'sha1'),
      dependency: relate('dependencies', 'dependencies', blobColumn('sha1'), 'sha1'),
      release_artifact: relate('release-artifacts', 'release_artifacts', blobColumn('sha1'), 'sha1'),
    },
    usual: 'repo path name type size created created_by modified modified_by updated'.split(' '),
    owner: itself('node', 'nodes'),
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
} satisfies Record<string, Domain>
