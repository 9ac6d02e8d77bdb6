// What a new installation begins with: an administrator, default repositories, the right to read for everybody who
// signs in. Does nothing on data that has them.
import { randomBytes } from 'node:crypto'
import { createUser, insertGrants } from './access/users.ts'
import type { Config } from './config.ts'
import { transaction } from './platform/db/transaction.ts'
import { newId } from './platform/ids.ts'
import { createRepository } from './registry/repositories.ts'
import type { Registry } from './registry/registry.ts'

export interface Installation {
  nodeId: string
  adminPassword?: string | undefined
}

export async function prepareInstallation(config: Config, registry: Registry): Promise<Installation> {
  const { db } = registry.database
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where('name', 'in', ['installed_at', 'node_id'])
    .execute()
  const known = new Map(rows.map((row) => [row.name, row.value]))
  const nodeId = config.nodeId ?? known.get('node_id') ?? (await remember(registry, 'node_id', newId()))
  if (known.has('installed_at')) return { nodeId }
  const adminPassword = await createAdministrator(config, registry)
  await createDefaults(registry)
  await remember(registry, 'installed_at', registry.clock.now().toISOString())
  return { nodeId, adminPassword }
}

/** Returns the password when it was made up, so that it can be shown once. */
async function createAdministrator(config: Config, registry: Registry): Promise<string | undefined> {
  const { db } = registry.database
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  // A start that was cut off here has printed nothing: a random password is made anew.
  if (anybody && config.adminPassword !== undefined) return undefined
  if (anybody) await transaction(registry.database, (tx) => tx.deleteFrom('users').where('name', '=', 'admin').execute())
  const made = randomBytes(12).toString('base64url')
  await createUser(registry.access, {
    name: 'admin',
    email: null,
    password: config.adminPassword ?? made,
    isAdmin: true,
    mustChangePassword: config.adminPassword === undefined,
    grants: [],
  })
  return config.adminPassword === undefined ? made : undefined
}

const defaults = [
  { key: 'generic-local', format: 'generic', description: 'Files of any kind' },
  { key: 'npm-local', format: 'npm', description: 'npm packages published here' },
]

async function createDefaults(registry: Registry): Promise<void> {
  const { db } = registry.database
  const rows = await db.selectFrom('repositories').select('key').execute()
  const known = new Set(rows.map((row) => row.key))
  for (const one of defaults)
    if (!known.has(one.key)) await createRepository(registry, { ...one, kind: 'local' })
  await transaction(registry.database, async (tx) => {
    const everybody = await tx.selectFrom('grants').select('id').where('user_id', 'is', null).limit(1).executeTakeFirst()
    if (!everybody) await insertGrants(tx, null, [{ action: 'read', repository: '*' }])
  })
}

async function remember(registry: Registry, name: string, value: string): Promise<string> {
  await transaction(registry.database, async (db) => {
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((on) => on.column('name').doNothing())
      .execute()
  })
  return value
}
