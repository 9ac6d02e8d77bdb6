// Proxies as they are stored: passwords sealed and never told, one default at most, none removed that is in use.
import type { GivenProxy, Proxy } from '@bindery/contracts'
import type { Selectable } from 'kysely'
import { audit, type Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { ProxyRow } from '../../platform/db/schema.ts'
import { isUniqueViolation, transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import type { Proxy as Way } from '../../platform/outbound/proxy.ts'
import type { Services } from '../feature.ts'
import { usesOfProxies } from './uses.ts'

export async function listProxies({ database: { db } }: Services): Promise<Proxy[]> {
  const rows = await db.selectFrom('proxies').selectAll().orderBy('folded_key').execute()
  const uses = await usesOfProxies(db)
  return rows.map((row) => toProxy(row, uses.get(row.key)))
}

export async function readProxy({ database: { db } }: Services, key: string): Promise<Proxy> {
  const row = await getRow(db, key)
  return toProxy(row, (await usesOfProxies(db)).get(key))
}

export async function createProxy(services: Services, by: Doer, given: GivenProxy): Promise<Proxy> {
  const { access, database, clock } = services
  const row = { ...toRow(services, given, undefined), last_test: null, created_at: clock.now().toISOString() }
  await transaction(database, async (db) => {
    if (given.isDefault) await clearDefault(db)
    await db.insertInto('proxies').values(row).execute()
    await audit(access, db, by, entry('proxy.created', row))
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw conflict(`There is a proxy named ${given.key} already (upper and lower case count as the same).`)
  })
  return toProxy(row)
}

export async function changeProxy(services: Services, by: Doer, given: GivenProxy): Promise<Proxy> {
  const { access, database } = services
  await transaction(database, async (db) => {
    const before = await getRow(db, given.key)
    const row = toRow(services, given, before)
    if (given.isDefault) await clearDefault(db)
    const last_test = isSameWay(row, before) ? before.last_test : null
    await db
      .updateTable('proxies')
      .set({ ...row, last_test })
      .where('key', '=', given.key)
      .execute()
    await audit(access, db, by, entry('proxy.changed', row))
  })
  return readProxy(services, given.key)
}

export async function removeProxy({ access, database }: Services, by: Doer, key: string): Promise<void> {
  await transaction(database, async (db) => {
    const users = (await usesOfProxies(db)).get(key) ?? []
    if (users.length > 0)
      throw conflict(
        `The proxy ${key} is used by ${users.slice(0, 5).join(', ')}. Choose another for them first.`,
      )
    const { numDeletedRows } = await db.deleteFrom('proxies').where('key', '=', key).executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('proxy', key)
    await audit(access, db, by, { kind: 'proxy.deleted', target: key })
  })
}

/** What platform/outbound asks for: the one of this name, or the default. */
export async function findWay(services: Services, key: string | undefined): Promise<Way | undefined> {
  const row = await services.database.db
    .selectFrom('proxies')
    .selectAll()
    .where((eb) => (key === undefined ? eb('is_default', '=', 1) : eb('key', '=', key)))
    .executeTakeFirst()
  return row && toWay(services, row)
}

/** As it would be stored, for a test before saving, and whether it is just what is stored. */
export async function foresee(
  services: Services,
  given: GivenProxy,
): Promise<{ way: Way; isSaved: boolean }> {
  const before = await findRow(services.database.db, given.key)
  const row = toRow(services, given, before)
  return { way: toWay(services, row), isSaved: before !== undefined && isSameWay(row, before) }
}

export async function keepTest({ database }: Services, key: string, test: Proxy['lastTest']): Promise<void> {
  await transaction(database, (db) =>
    db
      .updateTable('proxies')
      .set({ last_test: JSON.stringify(test) })
      .where('key', '=', key)
      .execute(),
  )
}

type Row = Selectable<ProxyRow>
type Settings = Omit<Row, 'last_test' | 'created_at'>

const findRow = (db: Db, key: string) =>
  db.selectFrom('proxies').selectAll().where('key', '=', key).executeTakeFirst()

async function getRow(db: Db, key: string): Promise<Row> {
  const row = await findRow(db, key)
  if (row === undefined) throw notFound('proxy', key)
  return row
}

const clearDefault = (db: Db) =>
  db.updateTable('proxies').set({ is_default: 0 }).where('is_default', '=', 1).execute()

const sealedFor = 'proxy'

function toRow({ access, outbound }: Services, given: GivenProxy, before: Row | undefined): Settings {
  outbound.policy.proxies.check(given.host)
  return {
    key: given.key,
    folded_key: given.key.toLowerCase(),
    host: given.host,
    port: given.port,
    user_name: given.user,
    sealed_password: sealedPassword(given, before, (secret) => access.vault.seal(secret, sealedFor)),
    nt_host: given.ntHost,
    nt_domain: given.ntDomain,
    is_default: given.isDefault ? 1 : 0,
    redirecting_hosts: JSON.stringify(given.redirectingHosts),
    no_proxy: JSON.stringify(given.noProxy),
  }
}

/** Left out, the stored password stays; but not for another server, which must not be shown it. */
function sealedPassword(
  given: GivenProxy,
  before: Row | undefined,
  seal: (secret: string) => string,
): string {
  if (given.password !== undefined) return given.password === '' ? '' : seal(given.password)
  if (before === undefined || before.sealed_password === '') return ''
  if (before.host !== given.host || before.port !== given.port || before.user_name !== given.user)
    throw badRequest('Give the password again: the proxy or the user is another one.', 'password')
  return before.sealed_password
}

/** Whether a request would go the same way. */
const isSameWay = (one: Settings, other: Settings) =>
  (['host', 'port', 'user_name', 'sealed_password', 'redirecting_hosts', 'no_proxy'] as const).every(
    (column) => one[column] === other[column],
  )

const lists = (row: Settings) => ({
  redirectingHosts: JSON.parse(row.redirecting_hosts) as string[],
  noProxy: JSON.parse(row.no_proxy) as string[],
})

const toWay = ({ access }: Services, row: Settings): Way => ({
  key: row.key,
  host: row.host,
  port: row.port,
  user: row.user_name,
  password: row.sealed_password === '' ? '' : access.vault.open(row.sealed_password, sealedFor),
  ...lists(row),
})

const toProxy = (row: Row, usedBy: string[] = []): Proxy => ({
  key: row.key,
  host: row.host,
  port: row.port,
  user: row.user_name,
  password: '',
  hasPassword: row.sealed_password !== '',
  ntHost: row.nt_host,
  ntDomain: row.nt_domain,
  isDefault: row.is_default === 1,
  ...lists(row),
  usedBy,
  lastTest: row.last_test === null ? null : (JSON.parse(row.last_test) as Proxy['lastTest']),
})

const entry = (kind: 'proxy.created' | 'proxy.changed', { key, host, port, is_default }: Settings) => ({
  kind,
  target: key,
  detail: { host, port, isDefault: is_default === 1 },
})
