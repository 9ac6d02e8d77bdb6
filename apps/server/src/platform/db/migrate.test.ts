import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { counted } from '../../../../../tests/support/counts.ts'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { connectDatabase, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import type { Schema } from './schema.ts'
import { createTestFolder, createTestLog, openTestDatabase } from './test-database.ts'
import { transaction } from './transaction.ts'

const open = async () => openTestDatabase(await createTestDatabase())

type TypeName<V> = V extends string ? 'text' : V extends Uint8Array ? 'bytes' : 'integer'
type Column<V> = null extends V ? `${TypeName<NonNullable<V>>} or null` : TypeName<V>
type Columns = { [T in keyof Schema]: ColumnsOf<Selectable<Schema[T]>> }
type ColumnsOf<Row> = { [C in keyof Row]: Column<Row[C]> }

// The compiler compares this list with Schema, in both directions; the test below compares it with the engine.
const expected: Columns = {
  settings: { name: 'text', value: 'text' },
  users: {
    id: 'text',
    name: 'text',
    email: 'text or null',
    password_hash: 'text or null',
    is_admin: 'integer',
    must_change_password: 'integer',
    created_at: 'text',
    realm: 'text',
    status: 'text',
    privileges: 'text',
    is_profile_updatable: 'integer',
    has_ui_access: 'integer',
    is_password_disabled: 'integer',
    external_id: 'text or null',
    password_changed_at: 'text or null',
    last_signed_in_at: 'text or null',
  },
  groups: {
    id: 'text',
    name: 'text',
    description: 'text',
    realm: 'text',
    realm_attributes: 'text',
    external_id: 'text or null',
    is_admin: 'integer',
    is_auto_join: 'integer',
    privileges: 'text',
    created_at: 'text',
  },
  memberships: { user_id: 'text', group_id: 'text', source: 'text' },
  audit: {
    sequence: 'integer',
    at: 'text',
    kind: 'text',
    outcome: 'text',
    actor: 'text',
    address: 'text or null',
    target: 'text or null',
    detail: 'text',
  },
  identity_providers: {
    kind: 'text',
    name: 'text',
    position: 'integer',
    settings: 'text',
    tested_at: 'text or null',
    created_at: 'text',
  },
  identity_links: { realm: 'text', provider: 'text', subject: 'text', user_id: 'text', created_at: 'text' },
  sign_in_states: { kind: 'text', id: 'text', data: 'text', expires_at: 'text' },
  saml_sessions: {
    id: 'text',
    user_id: 'text',
    provider: 'text',
    name_id: 'text',
    name_id_format: 'text',
    session_index: 'text or null',
    expires_at: 'text',
  },
  permissions: {
    id: 'text',
    name: 'text',
    revision: 'integer',
    created_at: 'text',
    modified_at: 'text',
    modified_by: 'text',
  },
  permission_targets: {
    permission_id: 'text',
    section: 'text',
    target: 'text',
    include_patterns: 'text',
    exclude_patterns: 'text',
  },
  permission_users: { permission_id: 'text', section: 'text', user_id: 'text', actions: 'text' },
  permission_groups: { permission_id: 'text', section: 'text', group_id: 'text', actions: 'text' },
  sessions: {
    id: 'text',
    user_id: 'text',
    secret_hash: 'text',
    previous_hash: 'text or null',
    rotated_at: 'text',
    confirmed_at: 'text or null',
    created_at: 'text',
    expires_at: 'text',
    seen_at: 'text',
    is_remembered: 'integer',
    address: 'text',
    browser: 'text',
  },
  second_factors: {
    user_id: 'text',
    secret: 'text',
    confirmed_at: 'text or null',
    last_step: 'integer',
    created_at: 'text',
  },
  recovery_codes: { user_id: 'text', hash: 'text' },
  one_time_keys: {
    hash: 'text',
    kind: 'text',
    user_id: 'text or null',
    payload: 'text',
    tries: 'integer',
    created_at: 'text',
    expires_at: 'text',
  },
  attempts: {
    key: 'text',
    user_id: 'text or null',
    address: 'text or null',
    failures: 'integer',
    last_at: 'text',
    locked_until: 'text or null',
  },
  known_places: { user_id: 'text', hash: 'text', seen_at: 'text' },
  invitations: {
    id: 'text',
    secret_hash: 'text',
    email: 'text',
    groups: 'text',
    project: 'text or null',
    invited_by: 'text',
    created_at: 'text',
    expires_at: 'text',
  },
  tokens: {
    id: 'text',
    kind: 'text',
    secret_hash: 'text',
    reference_hash: 'text or null',
    refresh_hash: 'text or null',
    refresh_spent_at: 'text or null',
    family: 'text',
    key_id: 'text or null',
    user_id: 'text or null',
    subject: 'text',
    scope: 'text',
    audience: 'text',
    description: 'text',
    project_key: 'text',
    created_by: 'text',
    created_at: 'text',
    expires_at: 'text or null',
    life_seconds: 'integer or null',
    last_used_at: 'text or null',
    last_used_address: 'text or null',
    warned_at: 'text or null',
  },
  signing_keys: { id: 'text', public_key: 'text', private_key: 'text or null', created_at: 'text' },
  api_keys: { user_id: 'text', secret_hash: 'text', sealed: 'text', created_at: 'text' },
  oidc_providers: { name: 'text', settings: 'text', created_at: 'text' },
  oidc_mappings: {
    provider: 'text',
    name: 'text',
    priority: 'integer',
    settings: 'text',
    created_at: 'text',
  },
  cli_logins: {
    id: 'text',
    client: 'text',
    address: 'text',
    user_id: 'text or null',
    created_at: 'text',
    expires_at: 'text',
  },
  profile_unlocks: { session_id: 'text', until: 'text' },
  repositories: {
    id: 'text',
    key: 'text',
    folded_key: 'text',
    kind: 'text',
    format: 'text',
    description: 'text',
    settings: 'text',
    created_at: 'text',
    project_key: 'text',
    environments: 'text',
    zapped_at: 'text or null',
  },
  storage_sums: {
    repository_id: 'text',
    files: 'integer',
    folders: 'integer',
    bytes: 'integer',
    counted_at: 'text or null',
  },
  storage_days: { day: 'text', repository_id: 'text', bytes: 'integer' },
  proxies: {
    key: 'text',
    folded_key: 'text',
    host: 'text',
    port: 'integer',
    user_name: 'text',
    sealed_password: 'text',
    nt_host: 'text',
    nt_domain: 'text',
    is_default: 'integer',
    redirecting_hosts: 'text',
    no_proxy: 'text',
    last_test: 'text or null',
    created_at: 'text',
  },
  projects: {
    key: 'text',
    display_name: 'text',
    description: 'text',
    privileges: 'text',
    is_soft_limit: 'integer',
    storage_quota: 'integer',
    is_quota_mailed: 'integer',
    created_at: 'text',
  },
  roles: {
    project_key: 'text',
    name: 'text',
    description: 'text',
    environments: 'text',
    actions: 'text',
  },
  environments: { project_key: 'text', name: 'text', position: 'integer' },
  project_members: {
    id: 'text',
    project_key: 'text',
    user_id: 'text or null',
    group_id: 'text or null',
    roles: 'text',
  },
  project_shares: { repository_id: 'text', project_key: 'text', is_read_only: 'integer' },
  project_storage: {
    project_key: 'text',
    bytes: 'integer or null',
    files: 'integer or null',
    calculated_at: 'text or null',
    requested_at: 'text or null',
  },
  blobs: {
    sha256: 'text',
    sha1: 'text',
    md5: 'text',
    sha512: 'text',
    size: 'integer',
    created_at: 'text',
    unreferenced_at: 'text or null',
  },
  storage_runs: {
    id: 'text',
    kind: 'text',
    started_at: 'text',
    started_by: 'text',
    finished_at: 'text or null',
    failure: 'text or null',
    result: 'text',
  },
  blob_findings: { sha256: 'text', problem: 'text', size: 'integer', found_at: 'text' },
  blob_contents: { sha256: 'text', content: 'bytes', created_at: 'text' },
  nodes: {
    id: 'text',
    repository_id: 'text',
    path: 'text',
    parent: 'text',
    name: 'text',
    kind: 'text',
    sha256: 'text or null',
    size: 'integer',
    mime_type: 'text',
    created_at: 'text',
    created_by: 'text',
    modified_at: 'text',
    modified_by: 'text',
    version_id: 'text or null',
    updated_at: 'text or null',
    declared_sums: 'integer or null',
    sha1: 'text or null',
    md5: 'text or null',
  },
  node_stats: { node_id: 'text', downloads: 'integer', downloaded_at: 'text', downloaded_by: 'text' },
  indexed_archives: { sha256: 'text', entries: 'integer', indexed_at: 'text' },
  archive_entries: { sha256: 'text', path: 'text', name: 'text' },
  names: { sequence: 'integer', name: 'text' },
  new_names: { sequence: 'integer', name: 'text' },
  properties: { node_id: 'text', key: 'text', value: 'text', repository_id: 'text' },
  uploads: {
    id: 'text',
    token_hash: 'text',
    ticket_hash: 'text',
    repository: 'text',
    path: 'text',
    user_name: 'text',
    part_limit: 'integer',
    state: 'text',
    error: 'text or null',
    sha1: 'text or null',
    sha256: 'text or null',
    created_at: 'text',
    touched_at: 'text',
  },
  packages: {
    id: 'text',
    repository_id: 'text',
    format: 'text',
    name: 'text',
    description: 'text or null',
    licence: 'text or null',
    latest: 'text',
    latest_at: 'text',
    version_count: 'integer',
    created_at: 'text',
    modified_at: 'text',
    revision: 'integer',
  },
  versions: {
    id: 'text',
    package_id: 'text',
    version: 'text',
    manifest: 'text',
    facts: 'text',
    readme: 'text or null',
    licence: 'text or null',
    deprecated: 'text or null',
    size: 'integer',
    created_at: 'text',
    created_by: 'text',
  },
  tags: { package_id: 'text', tag: 'text', version: 'text' },
  downloads: { version_id: 'text', package_id: 'text', day: 'text', count: 'integer' },
  upstream_files: {
    node_id: 'text',
    url: 'text',
    etag: 'text',
    last_modified: 'text',
    checked_at: 'text',
  },
  key_pairs: {
    name: 'text',
    type: 'text',
    alias: 'text',
    public_key: 'text',
    sealed_key: 'text',
    sealed_passphrase: 'text',
    created_at: 'text',
  },
  trusted_keys: {
    id: 'text',
    type: 'text',
    alias: 'text',
    fingerprint: 'text',
    key: 'text',
    issued_at: 'text',
    issued_by: 'text',
    expires_at: 'text or null',
    created_at: 'text',
  },
  ssh_keys: {
    id: 'text',
    user_id: 'text',
    name: 'text',
    type: 'text',
    bits: 'integer',
    fingerprint: 'text',
    public_key: 'text',
    created_at: 'text',
    last_used_at: 'text or null',
    last_used_address: 'text or null',
  },
  client_certificates: { alias: 'text', certificate: 'text', sealed_key: 'text', created_at: 'text' },
  replications: {
    repository_id: 'text',
    url: 'text',
    settings: 'text',
  },
  mirrors: {
    id: 'text',
    repository_id: 'text',
    url: 'text',
    state: 'text',
    reason: 'text or null',
    running_since: 'text or null',
    completed_at: 'text or null',
    failures: 'integer',
    next_run_at: 'text or null',
    progress: 'text',
    secret: 'text or null',
  },
  removed_paths: { repository_id: 'text', path: 'text', at: 'text' },
  mirror_changes: { mirror_id: 'text', path: 'text', noted: 'text', origins: 'text', after: 'text' },
  follows: {
    id: 'text',
    user_id: 'text',
    repository_id: 'text or null',
    format: 'text',
    package: 'text',
    path: 'text',
    since: 'text',
  },
  follow_news: {
    id: 'text',
    follow_id: 'text',
    opened_at: 'text',
    changed_at: 'text',
    is_open: 'integer',
    is_read: 'integer',
    added: 'integer',
    removed: 'integer',
    annotated: 'integer',
    actor: 'text',
    repository: 'text',
    path: 'text',
  },
  upstream_health: {
    repository_id: 'text',
    upstream: 'text',
    last_success_at: 'text or null',
    last_failure_at: 'text or null',
    last_failure: 'text or null',
    offline_until: 'text or null',
    hits: 'integer',
    misses: 'integer',
    halved_at: 'text or null',
  },
  builds: {
    id: 'text',
    repository_id: 'text',
    node_id: 'text',
    sha256: 'text',
    name: 'text',
    number: 'text',
    started: 'text',
    project_key: 'text',
    url: 'text',
    agent: 'text',
    principal: 'text',
    duration_ms: 'integer',
    revision: 'text',
    branch: 'text',
    artifact_count: 'integer',
    dependency_count: 'integer',
    status: 'text',
    created_at: 'text',
    created_by: 'text',
    modified_at: 'text',
    modified_by: 'text',
  },
  build_modules: {
    id: 'text',
    build_id: 'text',
    position: 'integer',
    name: 'text',
    type: 'text',
    repository: 'text',
  },
  build_artifacts: {
    module_id: 'text',
    position: 'integer',
    name: 'text',
    type: 'text',
    sha1: 'text',
    sha256: 'text',
    md5: 'text',
    path: 'text',
    repository: 'text',
  },
  build_dependencies: {
    module_id: 'text',
    position: 'integer',
    name: 'text',
    type: 'text',
    sha1: 'text',
    sha256: 'text',
    md5: 'text',
    repository: 'text',
    scopes: 'text',
  },
  build_promotions: {
    build_id: 'text',
    position: 'integer',
    status: 'text',
    comment: 'text',
    repository: 'text',
    created_at: 'text',
    created_by: 'text',
    ci_user: 'text',
  },
  build_properties: {
    build_id: 'text',
    key: 'text',
    value: 'text',
  },
  contact_requests: {
    id: 'text',
    created_at: 'text',
    created_by: 'text',
    topic: 'text',
    first_name: 'text',
    last_name: 'text',
    country: 'text',
    email: 'text',
    comment: 'text',
    source: 'text',
    job_id: 'text or null',
    delivered_at: 'text or null',
  },
  preferences: { user_id: 'text', key: 'text', value: 'text' },
  transfers: { month: 'text', bytes: 'integer' },
  jobs: {
    id: 'text',
    kind: 'text',
    payload: 'text',
    state: 'text',
    attempts: 'integer',
    run_after: 'text',
    claimed_until: 'text or null',
    claimed_by: 'text or null',
    last_error: 'text or null',
    created_at: 'text',
    finished_at: 'text or null',
    progress: 'text or null',
    started_at: 'text or null',
  },
  events: {
    sequence: 'integer',
    position: 'integer or null',
    id: 'text',
    kind: 'text',
    payload: 'text',
    created_at: 'text',
  },
}

test('the tables are what schema.ts says', async () => {
  const database = await open()
  const tables = await database.db.introspection.getTables()
  const found = tables
    .filter(({ name }) => name !== 'migrations' && !/^(?:sqlite_|name_parts)/.test(name))
    .map((table) => [
      table.name,
      Object.fromEntries(table.columns.map((column) => [column.name, typeOf(column)])),
    ])
  expect(Object.fromEntries(found)).toEqual(expected)
})

function typeOf(column: { name: string; dataType: string; isNullable: boolean }): string {
  const names = { text: 'text', integer: 'integer', int8: 'integer', blob: 'bytes', bytea: 'bytes' }
  const type = new Map(Object.entries(names)).get(column.dataType.toLowerCase()) ?? column.dataType
  // SQLite's introspection calls a counting key nullable; it never is.
  return column.isNullable && column.name !== 'sequence' ? `${type} or null` : type
}

test('every migration is called as its file, and every such file is one', () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((file) =>
    /^\d.*(?<!test)\.ts$/.test(file),
  )
  expect(migrations.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
})

test('migrating again changes nothing', async () => {
  const database = await open()
  expect(await migrate(database)).toEqual([])
})

const table = (name: string): Migration => ({
  name,
  async up(db, { text }) {
    await db.schema.createTable(`t_${name}`).addColumn('x', text).execute()
  },
})

test('several at once apply each migration once', async () => {
  const database = await open()
  const list = [...migrations, table('0002'), table('0003')]
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database, list)))
  expect(applied.flat().toSorted()).toEqual(['0002', '0003'])
})

test('J13: a migration that fails leaves nothing of itself, and what went before stays', async () => {
  const database = await open()
  const broken: Migration = {
    name: '0003',
    async up(db, types) {
      await table('half').up(db, types)
      throw new Error('broken')
    },
  }
  await expect(migrate(database, [...migrations, table('0002'), broken])).rejects.toThrow('broken')
  const names = (await database.db.introspection.getTables()).map((found) => found.name)
  expect(names).toContain('t_0002')
  expect(names).not.toContain('t_half')
  expect(await migrate(database, [...migrations, table('0002'), table('0003')])).toEqual(['0003'])
})

test('J13: killed in a migration, the next start goes on where it was, and ends with the same tables', async () => {
  const made = await createTestDatabase()
  onTestFinished(() => made.drop())
  const file = join(await createTestFolder(), 'bindery.db')
  const program = join(import.meta.dirname, 'killed-migration.fixture.ts')
  // In each of them when there is time.
  const step = counted(8, 1)
  const args = [program, file, String(step), ...(made.url ? [made.url] : [])]
  let kills = 0
  for (let isKilled = true; isKilled;) {
    const { signal, status } = spawnSync(process.execPath, args)
    expect([signal, status]).toEqual(signal === null ? [null, 0] : ['SIGKILL', null])
    isKilled = signal !== null
    if (isKilled) kills += 1
  }
  expect(kills).toBe(Math.floor((migrations.length - 1) / step))
  const database = await connectDatabase({ databaseUrl: made.url, file, log: createTestLog() })
  onTestFinished(() => database.close())
  expect(await migrate(database)).toEqual([])
  const tables = async ({ db }: Database) =>
    (await db.introspection.getTables()).map(({ name, columns }) => ({ name, columns }))
  expect(await tables(database)).toEqual(await tables(await open()))
}, 300_000)

test('J13: data of a newer program is refused', async () => {
  const database = await open()
  await migrate(database, [...migrations, table('0099-later')])
  await expect(migrate(database)).rejects.toThrow(
    'This data was written by a newer Bindery: it has the migration 0099-later, which this one does not know.',
  )
})

test('rows that belong to something go with it, and a blob in use stays', async () => {
  const database = await open()
  const repository = {
    key: 'a',
    folded_key: 'a',
    kind: 'local',
    format: 'npm',
    description: '',
    settings: '{}',
    created_at: '',
  }
  const node = {
    path: 'f',
    parent: '',
    name: 'f',
    kind: 'file',
    size: 1,
    mime_type: '',
    created_at: '',
    created_by: '',
    modified_at: '',
    modified_by: '',
  }
  await transaction(database, async (db) => {
    await db
      .insertInto('repositories')
      .values({ id: 'r', project_key: '', environments: '[]', ...repository })
      .execute()
    await db
      .insertInto('blobs')
      .values({ sha256: 's', sha1: '', md5: '', sha512: '', size: 1, created_at: '' })
      .execute()
    await db
      .insertInto('nodes')
      .values({ id: 'n', repository_id: 'r', sha256: 's', version_id: null, ...node })
      .execute()
    await db
      .insertInto('properties')
      .values({ node_id: 'n', key: 'k', value: 'v', repository_id: 'r' })
      .execute()
  })
  await expect(transaction(database, (db) => db.deleteFrom('blobs').execute())).rejects.toMatchObject({
    code: 'conflict',
    cause: { message: expect.stringMatching(/foreign key/i) },
  })
  await transaction(database, (db) => db.deleteFrom('repositories').execute())
  expect(await database.db.selectFrom('properties').selectAll().execute()).toEqual([])
  await transaction(database, (db) => db.deleteFrom('blobs').execute())
})
