// Reads an assertion out of the bytes whose signature was verified, and asks everything of it that SAML's browser profile
// wants: for us, for this request, at this address, now. Times may differ by a minute, as clocks do.
import { badRequest } from '../../platform/errors.ts'
import {
  attributeOf,
  childOf,
  children,
  isElement,
  ns,
  parseMessage,
  textOf,
  type XmlElement,
} from './xml.ts'

interface Expectations {
  now: Date
  acsUrl: string
  /** Undefined: not asked. */
  audience: string | undefined
  /** Undefined: any. */
  issuer: string | undefined
}

export interface Assertion {
  id: string
  /** The request that it answers. */
  inResponseTo: string
  nameId: string
  nameIdFormat: string
  sessionIndex: string | undefined
  /** By Name and by FriendlyName. */
  attributes: Map<string, string[]>
  /** Until then the same assertion might come again. */
  expiresAt: Date
}

const skewMs = 60_000

export function readAssertion(verifiedXml: string, expected: Expectations): Assertion {
  const assertion = parseMessage(verifiedXml)
  if (!isElement(assertion, ns.assertion, 'Assertion')) throw badRequest('What is signed is no assertion.')
  const issuer = textOf(childOf(assertion, ns.assertion, 'Issuer'))
  if (expected.issuer !== undefined && issuer !== expected.issuer)
    throw badRequest('The assertion was issued by another provider than the settings name.')
  const subject = required(assertion, 'Subject')
  const nameId = required(subject, 'NameID')
  const confirmation = confirm(subject, expected)
  checkConditions(required(assertion, 'Conditions'), expected)
  const [statement] = children(assertion, ns.assertion, 'AuthnStatement')
  if (!statement) throw badRequest('The assertion does not say that anybody signed in.')
  checkTime(
    attributeOf(statement, 'SessionNotOnOrAfter'),
    'before',
    expected.now,
    'The session at the provider',
  )
  return {
    id: attributeOf(assertion, 'ID') ?? refuse('The assertion has no ID.'),
    inResponseTo: confirmation.inResponseTo,
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, 'Format') ?? '',
    sessionIndex: attributeOf(statement, 'SessionIndex'),
    attributes: readAttributes(assertion),
    expiresAt: new Date(confirmation.notOnOrAfter.getTime() + skewMs),
  }
}

/** The confirmation that whoever carries the assertion to us, now and in answer to a request, is the subject. */
function confirm(subject: XmlElement, expected: Expectations): { inResponseTo: string; notOnOrAfter: Date } {
  const all = children(subject, ns.assertion, 'SubjectConfirmation')
  const bearer = all.filter((one) => attributeOf(one, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
  const [data] = bearer.flatMap((one) => children(one, ns.assertion, 'SubjectConfirmationData'))
  if (bearer.length !== 1 || !data)
    throw badRequest('The assertion does not say that its bearer is meant by it.')
  if (attributeOf(data, 'Recipient') !== expected.acsUrl)
    throw badRequest(
      `The assertion is meant for another address than ${expected.acsUrl}. Compare the addresses at the provider.`,
    )
  const until = attributeOf(data, 'NotOnOrAfter')
  if (until === undefined) throw badRequest('The assertion does not say until when it holds.')
  checkTime(until, 'before', expected.now, 'The assertion')
  checkTime(attributeOf(data, 'NotBefore'), 'after', expected.now, 'The assertion')
  const inResponseTo = attributeOf(data, 'InResponseTo')
  if (inResponseTo === undefined)
    throw badRequest(
      'The provider sent this without being asked, which is not taken. Begin at our sign-in page.',
    )
  return { inResponseTo, notOnOrAfter: new Date(until) }
}

function checkConditions(conditions: XmlElement, expected: Expectations): void {
  checkTime(attributeOf(conditions, 'NotBefore'), 'after', expected.now, 'The assertion')
  checkTime(attributeOf(conditions, 'NotOnOrAfter'), 'before', expected.now, 'The assertion')
  if (expected.audience === undefined) return
  const { audience } = expected
  const restrictions = children(conditions, ns.assertion, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    children(restriction, ns.assertion, 'Audience').some((one) => textOf(one) === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw badRequest(
      `The assertion is not meant for ${audience} (its audience). Compare the entity id at the provider.`,
    )
}

function checkTime(given: string | undefined, relation: 'before' | 'after', now: Date, what: string): void {
  if (given === undefined) return
  const at = Date.parse(given)
  if (Number.isNaN(at)) throw badRequest(`${what} has a time that is none.`)
  if (relation === 'before' && now.getTime() - skewMs >= at)
    throw badRequest(`${what} has expired. Try again; if it stays so, compare the clocks of both servers.`)
  if (relation === 'after' && now.getTime() + skewMs < at)
    throw badRequest(`${what} is not valid yet. Compare the clocks of both servers.`)
}

function readAttributes(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const statement of children(assertion, ns.assertion, 'AttributeStatement'))
    for (const attribute of children(statement, ns.assertion, 'Attribute')) {
      const values = children(attribute, ns.assertion, 'AttributeValue').map(textOf)
      // Some providers write one element for each group.
      for (const key of new Set([attributeOf(attribute, 'Name'), attributeOf(attribute, 'FriendlyName')]))
        if (key !== undefined) found.set(key, [...(found.get(key) ?? []), ...values])
    }
  return found
}

function required(parent: XmlElement, name: string): XmlElement {
  return childOf(parent, ns.assertion, name) ?? refuse(`The assertion has no ${name}.`)
}

function refuse(message: string): never {
  throw badRequest(message)
}
