// What an answer must look like before any signature in it is believed. One assertion at one place, signatures where
// SAML puts them, each covering the element it stands in and nothing else, by algorithms that still hold. Every known way of
// wrapping a signed assertion around a forged one breaks one of these rules.
import { badRequest } from '../../platform/errors.ts'
import {
  attributeOf,
  childOf,
  children,
  elementsIn,
  isElement,
  ns,
  textOf,
  walk,
  type XmlElement,
} from './xml.ts'

/** The response: who it says it is for, and whether its assertion is encrypted. */
export interface ResponseShape {
  destination: string | undefined
  inResponseTo: string | undefined
  /** The element that holds the assertion, still encrypted. */
  encrypted: XmlElement | undefined
}

export function checkResponse(response: XmlElement): ResponseShape {
  if (!isElement(response, ns.protocol, 'Response')) throw badRequest('This is not a SAML response.')
  if (attributeOf(response, 'Version') !== '2.0') throw badRequest('This is not SAML 2.0.')
  checkStatus(response)
  const holders = [...walk(response)].filter(
    ({ localName }) => localName === 'Assertion' || localName === 'EncryptedAssertion',
  )
  const [holder] = holders
  if (holder === undefined) throw badRequest('The response holds no assertion.')
  if (holders.length > 1 || holder.parentNode !== response || holder.namespaceURI !== ns.assertion)
    throw badRequest('The response must hold one assertion, and nowhere else than at its top.')
  if ([...walk(response)].filter(({ localName }) => localName === 'Response').length > 1)
    throw badRequest('The response holds another response.')
  checkSignatures(response)
  const isEncrypted = holder.localName === 'EncryptedAssertion'
  if (isEncrypted) checkEncryption(holder)
  return {
    destination: attributeOf(response, 'Destination'),
    inResponseTo: attributeOf(response, 'InResponseTo'),
    encrypted: isEncrypted ? holder : undefined,
  }
}

/** An assertion that came out of an encrypted element. */
export function checkDecrypted(assertion: XmlElement): void {
  if (!isElement(assertion, ns.assertion, 'Assertion'))
    throw badRequest('What was encrypted is no assertion.')
  if ([...walk(assertion)].some((element) => element !== assertion && element.localName === 'Assertion'))
    throw badRequest('The assertion holds another assertion.')
  checkSignatures(assertion)
}

/** Every signature of a message: at its place, over its parent, by algorithms that hold. */
export function checkSignatures(root: XmlElement): void {
  const elements = [...walk(root)]
  const ids = elements.flatMap((element) =>
    ['ID', 'Id', 'id'].map((name) => attributeOf(element, name)).filter((id) => id !== undefined),
  )
  if (new Set(ids).size !== ids.length) throw badRequest('Two elements have the same ID.')
  const signatures = elements.filter(({ localName }) => localName === 'Signature')
  const signed = new Set<XmlElement>()
  for (const signature of signatures) {
    const parent = signature.parentNode as XmlElement
    const isAtItsPlace = parent === root || (parent.parentNode === root && parent.localName === 'Assertion')
    if (signature.namespaceURI !== ns.signature || !isAtItsPlace || signed.has(parent))
      throw badRequest('A signature stands where none belongs.')
    signed.add(parent)
    checkSignature(signature, parent)
  }
}

function checkSignature(signature: XmlElement, parent: XmlElement): void {
  const allowedParts = ['SignedInfo', 'SignatureValue', 'KeyInfo']
  if (elementsIn(signature).some(({ localName }) => !allowedParts.includes(localName)))
    throw badRequest('A signature holds more than it needs.')
  const info = childOf(signature, ns.signature, 'SignedInfo')
  const references = info ? children(info, ns.signature, 'Reference') : []
  const [reference] = references
  if (!info || !reference || references.length > 1)
    throw badRequest('A signature must cover one element, and this one does not.')
  const id = attributeOf(parent, 'ID')
  if (id === undefined || attributeOf(reference, 'URI') !== `#${id}`)
    throw badRequest('A signature covers another element than the one it stands in.')
  // Found anywhere below, because a second one that is not read here might be read elsewhere.
  for (const element of walk(info)) {
    const allowed = allowedAlgorithms[element.localName]
    const algorithm = attributeOf(element, 'Algorithm') ?? ''
    if (allowed && !allowed.includes(algorithm))
      throw badRequest(`The answer is signed with ${shorten(algorithm)}, which is not taken any more.`)
  }
}

const canonical = [
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
]
const allowedAlgorithms: Record<string, string[]> = {
  CanonicalizationMethod: canonical,
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', ...canonical],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
}

/** Keys by OAEP, content by AES; RSA 1.5 and Triple DES can be broken by asking often enough. */
function checkEncryption(holder: XmlElement): void {
  for (const element of walk(holder)) {
    if (element.localName !== 'EncryptionMethod') continue
    const algorithm = attributeOf(element, 'Algorithm') ?? ''
    if (!encryptions.has(algorithm))
      throw badRequest(`The assertion is encrypted with ${shorten(algorithm)}, which is not taken.`)
  }
}

const encryptions = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
])

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

function checkStatus(response: XmlElement): void {
  const status = childOf(response, ns.protocol, 'Status')
  const code = status && childOf(status, ns.protocol, 'StatusCode')
  const value = attributeOf(code, 'Value') ?? ''
  if (value === success) return
  const inner = code && attributeOf(childOf(code, ns.protocol, 'StatusCode'), 'Value')
  const said = textOf(status && childOf(status, ns.protocol, 'StatusMessage')).slice(0, 200)
  throw badRequest(`The provider refused: ${said || shorten(inner ?? value) || 'it did not say why'}.`)
}

/** The last part of such an address, which is the part that people know. */
const shorten = (algorithm: string) => algorithm.replace(/^.*[#:]/, '').slice(0, 100) || 'no algorithm'
