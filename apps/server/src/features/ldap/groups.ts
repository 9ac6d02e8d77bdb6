// The groups of a person in a directory. Groups list their members (static), people list their groups (dynamic), or the
// place of a person in the tree tells (hierarchical). Groups inside groups are followed where the settings say so.
import type { LdapGroupMapping } from '@bindery/contracts'
import { badRequest } from '../../platform/errors.ts'
import type { Directory, FoundEntry } from './directory.ts'
import { below, ldapts, normalDn, splitDn } from './names.ts'
import type { Person } from './person.ts'

export interface DirectoryGroup {
  name: string
  dn: string
  description: string
}

const mostGroups = 10_000
const deepest = 20
/** Filters with more parts than this are refused by some servers. */
const atOnce = 50

export async function groupsOf(
  directory: Directory,
  mapping: LdapGroupMapping,
  person: Person,
): Promise<DirectoryGroup[]> {
  if (mapping.strategy === 'hierarchical') return byPlace(mapping, person)
  if (mapping.strategy === 'dynamic' && mapping.nesting !== 'active-directory')
    return listedBy(directory, mapping, person.entry)
  return listing(directory, mapping, person)
}

/** Every group that the mapping can find, for choosing which to import. */
export async function allGroups(directory: Directory, mapping: LdapGroupMapping): Promise<DirectoryGroup[]> {
  const found = await findGroups(directory, mapping, groupFilter(mapping))
  return found.map((entry) => toGroup(mapping, entry))
}

/** Attributes of a person that a mapping reads. */
export const personAttributes = (mappings: LdapGroupMapping[]) =>
  mappings.filter(({ strategy }) => strategy === 'dynamic').map(({ memberAttribute }) => memberAttribute)

/** The rule by which Active Directory follows groups in groups itself (LDAP_MATCHING_RULE_IN_CHAIN). */
const inChain = ':1.2.840.113556.1.4.1941:'

/** Who has these members: their DNs, or plain names where the attribute holds those (memberUid). */
export function memberFilter(mapping: LdapGroupMapping, members: string[]): string {
  const attribute = mapping.strategy === 'dynamic' ? 'member' : mapping.memberAttribute
  const rule = mapping.nesting === 'active-directory' ? inChain : ''
  const parts = members.map((member) => `(${attribute}${rule}=${ldapts().Filter.escape(member)})`).join('')
  return `(&${groupFilter(mapping)}${members.length === 1 ? parts : `(|${parts})`})`
}

const groupFilter = ({ filter }: LdapGroupMapping) =>
  filter.trim() === '' ? '(objectClass=*)' : filter.trim()

async function listing(
  directory: Directory,
  mapping: LdapGroupMapping,
  person: Person,
): Promise<DirectoryGroup[]> {
  const holdsNames = /uid$/i.test(mapping.memberAttribute)
  const first = holdsNames ? person.name : person.dn
  const seen = new Map<string, DirectoryGroup>()
  let members = [first]
  for (let depth = 0; members.length > 0 && depth < deepest; depth++) {
    const found = await searchAll(directory, mapping, members)
    const fresh = found.map((entry) => toGroup(mapping, entry)).filter(({ dn }) => !seen.has(normalDn(dn)))
    for (const group of fresh) seen.set(normalDn(group.dn), group)
    // Where members are plain names there are no groups among them.
    members = mapping.nesting === 'walk' && !holdsNames ? fresh.map(({ dn }) => dn) : []
  }
  return [...seen.values()]
}

async function searchAll(
  directory: Directory,
  mapping: LdapGroupMapping,
  members: string[],
): Promise<FoundEntry[]> {
  const found: FoundEntry[] = []
  for (let from = 0; from < members.length; from += atOnce)
    found.push(
      ...(await findGroups(directory, mapping, memberFilter(mapping, members.slice(from, from + atOnce)))),
    )
  return found
}

async function findGroups(
  directory: Directory,
  mapping: LdapGroupMapping,
  filter: string,
): Promise<FoundEntry[]> {
  const found = await directory.search(
    below(directory.baseDn, mapping.baseDn),
    {
      scope: mapping.searchSubtree ? 'sub' : 'one',
      filter,
      attributes: [mapping.nameAttribute, mapping.descriptionAttribute].filter((name) => name !== ''),
    },
    mostGroups,
  )
  if (!found)
    throw badRequest(`There are more than ${mostGroups} groups. Narrow the filter or the base DN.`, 'filter')
  return found
}

/** What the attribute of a person lists: DNs of groups, or plain names. */
async function listedBy(
  directory: Directory,
  mapping: LdapGroupMapping,
  person: FoundEntry,
): Promise<DirectoryGroup[]> {
  const base = normalDn(below(directory.baseDn, mapping.baseDn))
  const isInside = (dn: string) => base === '' || `,${normalDn(dn)}`.endsWith(`,${base}`)
  const listed = (entry: FoundEntry) => entry.attributes.get(mapping.memberAttribute.toLowerCase()) ?? []
  const seen = new Map<string, DirectoryGroup>()
  const names = listed(person).filter((value) => splitDn(value).length === 0)
  let level = listed(person).filter((value) => splitDn(value).length > 0)
  for (let depth = 0; level.length > 0 && depth < deepest; depth++) {
    const next: string[] = []
    for (const dn of level.filter((one) => isInside(one) && !seen.has(normalDn(one)))) {
      const entry = await readGroup(directory, mapping, dn)
      seen.set(normalDn(dn), toGroup(mapping, entry))
      next.push(...listed(entry))
    }
    level = mapping.nesting === 'walk' && seen.size < mostGroups ? next : []
  }
  return [...names.map((name) => ({ name, dn: '', description: '' })), ...seen.values()]
}

/** A group that may not be read is still one, by the name in its DN. */
async function readGroup(directory: Directory, mapping: LdapGroupMapping, dn: string): Promise<FoundEntry> {
  const attributes = [mapping.nameAttribute, mapping.descriptionAttribute, mapping.memberAttribute]
  const options = {
    scope: 'base' as const,
    filter: '(objectClass=*)',
    attributes: attributes.filter(Boolean),
  }
  const [entry] = (await directory.search(dn, options, 1)) ?? []
  return entry ?? { dn, attributes: new Map() }
}

/** `uid=bob,ou=frontend,ou=developers,dc=…`: the places above the person. */
const byPlace = ({ memberAttribute }: LdapGroupMapping, person: Person): DirectoryGroup[] =>
  splitDn(person.dn)
    .slice(1)
    .filter(({ type }) => type === memberAttribute.toLowerCase())
    .map(({ value }) => ({ name: value, dn: '', description: '' }))

const toGroup = (mapping: LdapGroupMapping, { dn, attributes }: FoundEntry): DirectoryGroup => ({
  name: attributes.get(mapping.nameAttribute.toLowerCase())?.[0] ?? splitDn(dn)[0]?.value ?? dn,
  dn,
  description: attributes.get(mapping.descriptionAttribute.toLowerCase())?.[0] ?? '',
})
