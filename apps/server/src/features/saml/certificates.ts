// Certificates: the provider's, which verify its answers, and our own with its key, which is made when it is first needed.
import { generateKeyPair, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import type { CertificateFacts } from '@bindery/contracts'
import { badRequest } from '../../platform/errors.ts'

/** PEM, whatever the administrator pasted: PEM, or the base64 of metadata documents. Throws when it is no certificate. */
export function toPem(given: string, field?: string): string {
  try {
    return new X509Certificate(withLines(given)).toString().trim()
  } catch {
    throw badRequest('This is not a certificate. Paste it as PEM, or its base64 without a header.', field)
  }
}

/** All certificates of a text: several PEM blocks one after the other, or one base64. */
export const splitCertificates = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [text]

export function describeCertificate(pem: string, now: Date): CertificateFacts {
  const certificate = new X509Certificate(pem)
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    issuer: certificate.issuer.replaceAll('\n', ', '),
    validFrom: certificate.validFromDate.toISOString(),
    validTo: certificate.validToDate.toISOString(),
    fingerprint: certificate.fingerprint256,
    isExpired: certificate.validToDate <= now,
  }
}

export interface OwnKey {
  certificate: string
  privateKey: string
}

const tenYearsMs = 10 * 365 * 86_400_000

/** Loaded when it is needed: most installations never make one. */
export async function makeOwnKey(commonName: string, now: Date): Promise<OwnKey> {
  // What the library needs of the language and the language does not have yet.
  await import('reflect-metadata')
  const { X509CertificateGenerator } = await import('@peculiar/x509')
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const der = Buffer.from(pair.privateKey.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  const keys = {
    privateKey: await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
    publicKey: await crypto.subtle.importKey('spki', pair.publicKey, algorithm, true, ['verify']),
  }
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [commonName.replaceAll(/[^\w.-]/g, '-')] }],
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter: new Date(now.getTime() + tenYearsMs),
    signingAlgorithm: algorithm,
    keys,
  })
  return { certificate: certificate.toString('pem').trim(), privateKey: pair.privateKey }
}

function withLines(given: string): string {
  if (given.includes('-----BEGIN')) return given.trim()
  const body = given.replaceAll(/\s/g, '')
  return `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END CERTIFICATE-----`
}
