// What a configuration must be true to beyond its types: addresses that are addresses, proxies, pairs of keys, projects and
// environments that exist.
import { X509Certificate } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import { badRequest, quote } from '../../platform/errors.ts'
import type { RepositoryRow } from '../../platform/db/schema.ts'
import { requirePrefix } from './keys.ts'
import type { Settings } from './read.ts'

/** Only the web: nothing on this machine is reached by an address. */
export function requireUpstream(url: unknown): void {
  const given = typeof url === 'string' ? url : ''
  if (given === '') throw badRequest('A remote repository needs the url of its upstream.', 'url')
  const parsed = URL.canParse(given) ? new URL(given) : undefined
  if (
    given.length > 2048 ||
    !parsed ||
    !['http:', 'https:'].includes(parsed.protocol) ||
    parsed.hostname === ''
  )
    throw badRequest(`${quote(given)} is not an address that starts with http:// or https://.`, 'url')
  if (parsed.username !== '' || parsed.password !== '')
    throw badRequest('The address holds a user name or password. Give them as username and password.', 'url')
}

/** Where a remote repository goes, and whom it trusts there. */
export function requireRemote({ url, caCertificate }: Settings): void {
  requireUpstream(url)
  requireAuthorities(caCertificate)
}

/** Certificates in one PEM text; none at all is fine. */
export function requireAuthorities(pem: unknown): void {
  if (typeof pem !== 'string' || pem.trim() === '') return
  const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
  const blocks = pem.match(certificate) ?? []
  // The configuration is shown to whoever may read it: a key would be no secret any more.
  const hasMore = pem.replaceAll(certificate, '').includes('-----BEGIN')
  try {
    const read = blocks.map((block) => new X509Certificate(block))
    if (read.length > 0 && !hasMore) return
  } catch {
    // Said below.
  }
  throw badRequest('Give the certificates of the authority as PEM text, without a key.', 'caCertificate')
}

export async function requireProxies(db: Db, settings: readonly Settings[]): Promise<void> {
  const wanted = [
    ...new Set(settings.flatMap(({ proxy }) => (typeof proxy === 'string' && proxy !== '' ? [proxy] : []))),
  ]
  if (wanted.length === 0) return
  const known = await db.selectFrom('proxies').select('key').where('key', 'in', wanted).execute()
  const missing = wanted.find((one) => !known.some(({ key }) => key === one))
  if (missing !== undefined) throw badRequest(`There is no proxy ${quote(missing)}.`, 'proxy')
}

/** The members that name a pair of keys; the first two are what most indexes are signed with. */
export const keyPairMembers = [
  'primaryKeyPairRef',
  'secondaryKeyPairRef',
  'hexPrimaryKeyPairRef',
  'keyPair',
] as const

export interface NamedKeyPair {
  member: (typeof keyPairMembers)[number]
  name: string
}

/** The pairs of keys that a configuration names. */
export const keyPairsOf = (settings: Settings): NamedKeyPair[] =>
  keyPairMembers.flatMap((member) => {
    const name = settings[member]
    return typeof name === 'string' && name !== '' ? [{ member, name }] : []
  })

/** A name that stood there before stays: it may come from a time when nobody looked, and must not hold up other changes. */
export async function requireKeyPairs(
  db: Db,
  changes: readonly { settings: Settings; before: Settings }[],
): Promise<void> {
  const wanted = changes.flatMap(({ settings, before }) =>
    keyPairsOf(settings).filter(({ member, name }) => before[member] !== name),
  )
  if (wanted.length === 0) return
  const names = [...new Set(wanted.map(({ name }) => name))]
  const known = await db.selectFrom('key_pairs').select('name').where('name', 'in', names).execute()
  const missing = wanted.find((one) => !known.some(({ name }) => name === one.name))
  if (missing)
    throw badRequest(
      `${missing.member}: there is no pair of keys ${quote(missing.name)}. Store it first, or leave the member empty.`,
      missing.member,
    )
}

type Placed = Pick<RepositoryRow, 'key' | 'project_key' | 'environments'>

/** Of each: the project and the environments exist, and the key says whose it is. */
export async function requirePlaces(db: Db, rows: readonly Placed[]): Promise<void> {
  const wanted = [...new Set(rows.map((row) => row.project_key).filter((key) => key !== ''))]
  if (wanted.length > 0) {
    const known = await db.selectFrom('projects').select('key').where('key', 'in', wanted).execute()
    const missing = wanted.find((one) => !known.some(({ key }) => key === one))
    if (missing !== undefined) throw badRequest(`There is no project ${quote(missing)}.`, 'projectKey')
  }
  for (const row of rows) requirePrefix(row.key, row.project_key)
  await requireEnvironments(db, rows)
}

async function requireEnvironments(db: Db, rows: readonly Placed[]): Promise<void> {
  const named = rows.flatMap((row) =>
    (JSON.parse(row.environments) as string[]).map((name) => ({ name, project: row.project_key })),
  )
  if (named.length === 0) return
  const known = await db
    .selectFrom('environments')
    .select(['name', 'project_key'])
    .where('name', 'in', [...new Set(named.map(({ name }) => name))])
    .execute()
  const missing = named.find(
    ({ name, project }) => !known.some((one) => one.name === name && ['', project].includes(one.project_key)),
  )
  if (missing)
    throw badRequest(`There is no environment ${quote(missing.name)} for this repository.`, 'environments')
}
