// XML has lists where the document has things by their keys: what the items are called, and which of their members is the key.
import { badRequest } from '../../../platform/errors.ts'
import { elementsIn, parseXml, type XmlElement } from '../../../platform/xml-read.ts'
import { xmlElement, XmlList, type XmlValue } from '../../../platform/xml-write.ts'
import type { Plain, PlainObject } from '../../../registry/config/elements.ts'
import { isPlainObject } from '../../../registry/config/elements.ts'

const keyed: Record<string, { item: string; key: string }> = {
  backups: { item: 'backup', key: 'key' },
  proxies: { item: 'proxy', key: 'key' },
  repoLayouts: { item: 'repoLayout', key: 'name' },
  propertySets: { item: 'propertySet', key: 'name' },
  properties: { item: 'property', key: 'name' },
  predefinedValues: { item: 'predefinedValue', key: 'value' },
  ldapSettings: { item: 'ldapSetting', key: 'key' },
  ldapGroupSettings: { item: 'ldapGroupSetting', key: 'name' },
  oauthProvidersSettings: { item: 'oauthProvidersSettings', key: 'name' },
  localRepositories: { item: 'localRepository', key: 'key' },
  remoteRepositories: { item: 'remoteRepository', key: 'key' },
  virtualRepositories: { item: 'virtualRepository', key: 'key' },
  federatedRepositories: { item: 'federatedRepository', key: 'key' },
}

/** Lists of plain values. */
const items: Record<string, string> = {
  repositories: 'repositoryRef',
  excludedRepositories: 'repositoryRef',
  propertySets: 'propertySetRef',
  environments: 'environment',
}

export const isKeyed = (name: string): boolean => Object.hasOwn(keyed, name)

export const toXml = (document: PlainObject): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('config', valueOf('config', document))}`

function valueOf(name: string, value: Plain): XmlValue {
  if (Array.isArray(value))
    return new XmlList(
      items[name] ?? 'item',
      value.map((item) => valueOf('item', item)),
    )
  if (!isPlainObject(value)) return value
  const list = keyed[name]
  // Some members of repositories have such a name and are no lists.
  if (!list || !Object.values(value).every(isPlainObject)) return membersOf(value)
  return new XmlList(
    list.item,
    Object.entries(value).map(([key, item]) => ({
      [list.key]: key,
      ...(isPlainObject(item) && membersOf(item)),
    })),
  )
}

const membersOf = (value: PlainObject): { [name: string]: XmlValue } =>
  Object.fromEntries(
    Object.entries(value)
      // Members of other versions are kept as they were given, also under names that are none in XML.
      .filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name))
      .map(([name, inner]) => [name, valueOf(name, inner)]),
  )

export function fromXml(text: string): PlainObject {
  if (/<!(?!--)/.test(text)) throw badRequest('The XML holds a document type or CDATA, which is not taken.')
  const root = parseXml(text)
  const document = root.localName === 'config' ? plainOf(root) : undefined
  if (!isPlainObject(document)) throw badRequest('The document has one element, config, with others in it.')
  return document
}

/** Undefined for an empty list: it says nothing about any thing. */
function plainOf(element: XmlElement): Plain | undefined {
  const { localName: name } = element
  const children = elementsIn(element)
  const list = keyed[name]
  if (children.length === 0) return list ? undefined : (element.textContent?.trim() ?? '')
  if (list && children.every((child) => child.localName === list.item)) return byKey(name, list.key, children)
  const isList = children.every((child) => child.localName === (items[name] ?? 'item'))
  const values = children.map((child): [string, Plain | undefined] => [child.localName, plainOf(child)])
  return isList ? present(values).map(([, value]) => value) : Object.fromEntries(present(values))
}

function byKey(name: string, key: string, children: XmlElement[]): PlainObject {
  const things = children.map((child): [string, Plain] => {
    const { [key]: own, ...rest } = plainOf(child) as PlainObject
    if (typeof own !== 'string' || own === '') throw badRequest(`Each element of ${name} names its ${key}.`)
    return [own, rest]
  })
  return Object.fromEntries(things)
}

const present = (values: [string, Plain | undefined][]) =>
  values.filter((entry): entry is [string, Plain] => entry[1] !== undefined)
