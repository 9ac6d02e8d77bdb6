// XML from outside, parsed by the same library that verifies signatures, so that both see the same document. What has no
// place in SAML and is good for attacks only never reaches it: document types, entities, comments, CDATA, instructions.
import { badRequest } from '../../platform/errors.ts'
import { elementsIn, parseXml, type XmlElement } from '../../platform/xml-read.ts'

export { elementsIn, type XmlElement }

export const ns = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const

/** A SAML message. */
export function parseMessage(text: string): XmlElement {
  const body = text.replace(/^\ufeff?\s*<\?xml [^?<>]*\?>/, '')
  if (/<[!?]/.test(body))
    throw badRequest(
      'The XML holds a document type, a comment, CDATA or an instruction, none of which is taken.',
    )
  return parseXml(body)
}

/** Metadata, which people write comments into. */
export function parseDocument(text: string): XmlElement {
  if (/<!(?!--)/.test(text)) throw badRequest('The XML holds a document type or CDATA, which is not taken.')
  return parseXml(text)
}

/** In the order of the document, the element itself first. */
export function* walk(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of elementsIn(element)) yield* walk(child)
}

/** Children of that name in that namespace. */
export const children = (element: XmlElement, namespace: string, name: string): XmlElement[] =>
  elementsIn(element).filter((child) => isElement(child, namespace, name))

export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name

/** The only child of that name; undefined when there is none, and refused when there are two. */
export function childOf(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const found = children(element, namespace, name)
  if (found.length > 1) throw badRequest(`There are ${found.length} ${name} elements where one is allowed.`)
  return found[0]
}

export const textOf = (element: XmlElement | undefined): string => element?.textContent?.trim() ?? ''

/** Undefined when it is not there. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) === true ? element.getAttribute(name) : undefined
