// XML from outside as elements. Whoever asks says first what may stand in it: document types and entities never should.
import { createRequire } from 'node:module'
import { badRequest } from './errors.ts'

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

export function parseXml(text: string): XmlElement {
  let first: string | undefined
  const refuse = (message: string) => {
    // The library tells of our own refusal in a second one.
    first ??= message.replace(/^\[xmldom \w+\]\s*/, '').split('\n')[0]
    throw badRequest(`This is not well-formed XML: ${first?.slice(0, 200)}.`)
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

export const elementsIn = (element: XmlElement): XmlElement[] =>
  Array.from(element.childNodes).filter(({ nodeType }) => nodeType === 1)
