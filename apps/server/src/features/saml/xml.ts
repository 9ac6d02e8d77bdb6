// XML from outside, parsed by the same library that verifies signatures, so that both see the same document. What has no
// place in SAML and is good for attacks only never reaches it: document types, entities, comments, CDATA, instructions.
import { createRequire } from 'node:module'
import { badRequest } from '../../platform/errors.ts'

/** As much of an element as is needed here. */
export interface XmlElement {
  nodeType: number
  localName: string
  namespaceURI: string | null
  parentNode: XmlElement | null
  childNodes: ArrayLike<XmlElement>
  textContent: string | null
  hasAttribute(name: string): boolean
  getAttribute(name: string): string
  toString(): string
}

type Refuse = (message: string) => never
interface Library {
  DOMParser: new (options: {
    locator: object
    errorHandler: { warning: Refuse; error: Refuse; fatalError: Refuse }
  }) => { parseFromString(text: string, type: string): { documentElement: XmlElement | null } | undefined }
}

// Not imported, because its types bring those of the browser into the whole server; loaded when it is first needed.
const load = () => createRequire(import.meta.url)('@xmldom/xmldom') as Library
const deepest = 200

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
  return parse(body)
}

/** Metadata, which people write comments into. */
export function parseDocument(text: string): XmlElement {
  if (/<!(?!--)/.test(text)) throw badRequest('The XML holds a document type or CDATA, which is not taken.')
  return parse(text)
}

function parse(text: string): XmlElement {
  const refuse = (message: string) => {
    throw badRequest(`This is not well-formed XML: ${message.split('\n')[0]?.slice(0, 200)}`)
  }
  if (depthOf(text) > deepest) throw badRequest('The XML is nested too deeply.')
  const { DOMParser } = load()
  const document = new DOMParser({
    locator: {},
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(text, 'text/xml')
  if (!document?.documentElement) throw badRequest('This is not an XML document.')
  return document.documentElement
}

/** Whoever walks a document calls itself for each level, so endless ones are refused before. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  for (const [tag, isEnd] of text.matchAll(/<(\/?)[^<>]*>/g)) {
    if (isEnd) depth--
    else if (!tag.endsWith('/>')) most = Math.max(most, ++depth)
  }
  return most
}

/** In the order of the document, the element itself first. */
export function* walk(element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of elementsIn(element)) yield* walk(child)
}

export const elementsIn = (element: XmlElement): XmlElement[] =>
  Array.from(element.childNodes).filter(({ nodeType }) => nodeType === 1)

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
