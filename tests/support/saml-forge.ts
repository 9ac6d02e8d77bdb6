// SAML answers made by hand: right ones, and every kind of wrong one. Signed by the same library that verifies them, with
// whatever key and algorithm the attack needs.
import { createRequire } from 'node:module'
import type { OwnKey } from '../../apps/server/src/features/saml/certificates.ts'

interface Signer {
  loadSignature(signature: string): void
  checkSignature(xml: string): boolean
  addReference(reference: { xpath: string; transforms: string[]; digestAlgorithm: string }): void
  computeSignature(xml: string, options: { location: { reference: string; action: string } }): void
  getSignedXml(): string
}
interface Library {
  SignedXml: new (options: {
    privateKey?: string
    publicCert: string
    signatureAlgorithm?: string
    canonicalizationAlgorithm?: string
  }) => Signer
}

const { SignedXml } = createRequire(import.meta.url)('xml-crypto') as Library

export interface AnswerFacts {
  acsUrl: string
  audience: string
  inResponseTo: string
  issuer: string
  nameId?: string
  assertionId?: string
  recipient?: string
  destination?: string
  responseTo?: string
  notBefore?: Date
  notOnOrAfter?: Date
  /** More of the assertion, as XML. */
  attributes?: string
}

const minute = 60_000
let count = 0

export function makeAssertion(facts: AnswerFacts): string {
  const now = Date.now()
  const from = (facts.notBefore ?? new Date(now - minute)).toISOString()
  const until = (facts.notOnOrAfter ?? new Date(now + 5 * minute)).toISOString()
  const id = facts.assertionId ?? `_assertion-${++count}-${now}`
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${new Date(now).toISOString()}">` +
    `<saml:Issuer>${facts.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID>${facts.nameId ?? 'mallory'}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData ` +
    `InResponseTo="${facts.inResponseTo}" NotOnOrAfter="${until}" Recipient="${facts.recipient ?? facts.acsUrl}"/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction>` +
    `<saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${new Date(now).toISOString()}" SessionIndex="forged"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>${facts.attributes ?? ''}</saml:Assertion>`
  )
}

export function makeResponse(facts: AnswerFacts, assertion: string): string {
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response-${++count}" Version="2.0" ` +
    `IssueInstant="${new Date().toISOString()}" Destination="${facts.destination ?? facts.acsUrl}" InResponseTo="${facts.responseTo ?? facts.inResponseTo}">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>` +
    `${assertion}</samlp:Response>`
  )
}

export interface Signing {
  /** The element to sign. */
  element?: 'Assertion' | 'Response' | 'LogoutRequest'
  hash?: 'sha1' | 'sha256'
  /** More elements to sign with the same signature. */
  alsoXpath?: string
}

const algorithms = {
  sha1: ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
  sha256: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
} as const

export function sign(
  xml: string,
  key: OwnKey,
  { element = 'Assertion', hash = 'sha256', alsoXpath }: Signing = {},
): string {
  const [signatureAlgorithm, digestAlgorithm] = algorithms[hash]
  const canonicalizationAlgorithm = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm,
    canonicalizationAlgorithm,
  })
  const transforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalizationAlgorithm]
  const xpath = `//*[local-name(.)='${element}']`
  for (const one of alsoXpath === undefined ? [xpath] : [xpath, alsoXpath])
    signer.addReference({ xpath: one, transforms, digestAlgorithm })
  signer.computeSignature(xml, {
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

/** Cuts one element out of a text, by its name; returns it and the text without it. */
export function cutOut(xml: string, name: string): [element: string, rest: string] {
  const found = new RegExp(`<(?:\\w+:)?${name}[ >].*?</(?:\\w+:)?${name}>`, 's').exec(xml)?.[0]
  if (found === undefined) throw new Error(`There is no ${name}`)
  return [found, xml.replace(found, '')]
}

/** Whether a message of ours carries a valid signature of this certificate. */
export function isSignedBy(xml: string, certificate: string): boolean {
  const signer = new SignedXml({ publicCert: certificate })
  signer.loadSignature(cutOut(xml, 'Signature')[0])
  try {
    return signer.checkSignature(xml)
  } catch {
    return false
  }
}
