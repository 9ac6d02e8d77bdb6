// Certificates that we show to upstreams which ask for one, by the alias that configurations of remote repositories name.
// Keys are sealed and leave the server only as a proof during a handshake.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { audit, type Doer } from '../../access/audit.ts'
import type { Access } from '../../access/access.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, conflict, notFound, quote } from '../../platform/errors.ts'
import type { ClientIdentity } from '../../platform/outbound/routes.ts'
import type { Registry } from '../registry.ts'
import { listRepositories, remoteConfig } from '../repositories.ts'
import { UpstreamFailure } from './failure.ts'

const contextOf = (alias: string) => `client-certificate.${alias}`

export interface KnownCertificate {
  alias: string
  certificate: X509Certificate
}

export async function listCertificates({ database }: Access): Promise<KnownCertificate[]> {
  const rows = await database.db
    .selectFrom('client_certificates')
    .select(['alias', 'certificate'])
    .orderBy('alias')
    .execute()
  return rows.map(({ alias, certificate }) => ({ alias, certificate: new X509Certificate(certificate) }))
}

/** What was kept under the alias is replaced. */
export async function saveCertificate(access: Access, by: Doer, alias: string, pem: string): Promise<void> {
  const { certificate, key } = readPem(pem)
  const sealed_key = access.vault.seal(key, contextOf(alias))
  const created_at = access.clock.now().toISOString()
  await transaction(access.database, async (db) => {
    await db
      .insertInto('client_certificates')
      .values({ alias, certificate, sealed_key, created_at })
      .onConflict((on) => on.column('alias').doUpdateSet({ certificate, sealed_key, created_at }))
      .execute()
    await audit(access, db, by, { kind: 'certificate.saved', target: alias })
  })
}

export async function removeCertificate(registry: Registry, by: Doer, alias: string): Promise<void> {
  const users = (await listRepositories(registry)).filter(
    (one) => one.kind === 'remote' && remoteConfig(one).clientTlsCertificate === alias,
  )
  if (users.length > 0)
    throw conflict(
      `The certificate ${alias} is used by ${users.map(({ key }) => key).join(', ')}. Choose another for them first.`,
    )
  await transaction(registry.database, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('client_certificates')
      .where('alias', '=', alias)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('certificate', alias)
    await audit(registry.access, db, by, { kind: 'certificate.removed', target: alias })
  })
}

/** What a remote repository shows its upstream. A name that stands for nothing is said, not ignored. */
export async function identityFor(
  { access, database }: Registry,
  alias: string,
): Promise<ClientIdentity | undefined> {
  if (alias === '') return undefined
  const row = await database.db
    .selectFrom('client_certificates')
    .select(['certificate', 'sealed_key'])
    .where('alias', '=', alias)
    .executeTakeFirst()
  if (!row)
    throw new UpstreamFailure(
      `There is no client certificate ${quote(alias)} to show to the upstream. Add it, or name another in clientTlsCertificate.`,
    )
  return { cert: row.certificate, key: access.vault.open(row.sealed_key, contextOf(alias)) }
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g

/** One text with the certificate, what leads to its authority, and the key, in any order. */
function readPem(pem: string): { certificate: string; key: string } {
  const blocks = [...pem.matchAll(block)].map(([text, kind = '']) => ({ text, kind }))
  const certificates = blocks.filter(({ kind }) => kind === 'CERTIFICATE').map(({ text }) => text)
  const [key, ...more] = blocks.filter(({ kind }) => kind.endsWith('PRIVATE KEY')).map(({ text }) => text)
  const [first] = certificates
  if (first === undefined || key === undefined || more.length > 0)
    throw badRequest('Send a certificate and its private key in one PEM text, the key without a password.')
  if (!isPair(first, key)) throw badRequest('The private key is not that of the first certificate.')
  return { certificate: certificates.join('\n'), key }
}

function isPair(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch (cause) {
    throw badRequest(`The PEM text cannot be read: ${cause instanceof Error ? cause.message : 'unknown'}.`)
  }
}
