// Builds: their modules, what they made and used, and what became of them.
import { sql } from 'kysely'
import { blobColumn, column, date, itself, relate, text, type Domain, type Owner } from './domain.ts'

/** Items with the bytes that a build speaks of. */
const itemsBySha1 = relate('items', 'items', 'sha1', blobColumn('sha1'), (alias, keys) => {
  return sql`${sql.ref(`${alias}.sha256`)} in (select sums.sha256 from blobs as sums where sums.sha1 in ${keys})`
})

const ofBuild = { kind: 'build', joins: sql`join builds as o on o.id = t.build_id` } as const
const ofModule: Owner = {
  kind: 'build',
  joins: sql`join build_modules as m on m.id = t.module_id join builds as o on o.id = m.build_id`,
  repository: (
    alias,
  ) => sql`(select o.repository_id from build_modules as m join builds as o on o.id = m.build_id
    where m.id = ${sql.ref(`${alias}.module_id`)})`,
}

export const buildDomains = {
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
    owner: itself('build', 'builds'),
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
} satisfies Record<string, Domain>
