// Values as XML: members become elements, lists elements of one name.
import { escapeHtml } from './http/html.ts'

export type XmlValue = string | number | boolean | null | undefined | XmlList | { [name: string]: XmlValue }

/** Each item in an element of this name. */
export class XmlList {
  readonly name: string
  readonly items: readonly XmlValue[]

  constructor(name: string, items: readonly XmlValue[]) {
    this.name = name
    this.items = items
  }
}

/** What is undefined is left out. */
export function xmlElement(name: string, value: XmlValue, indent = ''): string {
  if (value === undefined) return ''
  if (value === null || value === '') return `${indent}<${name}/>\n`
  if (typeof value !== 'object') return `${indent}<${name}>${xmlText(String(value))}</${name}>\n`
  const inner = `${indent}  `
  const parts =
    value instanceof XmlList
      ? value.items.map((item) => xmlElement(value.name, item, inner))
      : Object.entries(value).map(([key, item]) => xmlElement(key, item, inner))
  return parts.join('') === ''
    ? `${indent}<${name}/>\n`
    : `${indent}<${name}>\n${parts.join('')}${indent}</${name}>\n`
}

/** XML has no way to write most control characters. */
const xmlText = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- control bytes are what is looked for
  escapeHtml(text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))
