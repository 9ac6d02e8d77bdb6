// What can be asked for, as one table: for each domain its fields with their columns, and how it hangs together with others.
import { sql } from 'kysely'
import { buildDomains } from './build-domains.ts'
import { relate, text, type Domain, type DomainName } from './domain.ts'
import { itemDomains } from './item-domains.ts'

/** All spellings of the grammar. */
export const domainNames: ReadonlyMap<string, DomainName> = new Map([
  ['items', 'items'],
  ['item', 'items'],
  ['properties', 'properties'],
  ['property', 'properties'],
  ['stats', 'stats'],
  ['stat', 'stats'],
  ['archives', 'archives'],
  ['archive', 'archives'],
  ['entries', 'entries'],
  ['archive.entries', 'entries'],
  ['archive.entry', 'entries'],
  ['builds', 'builds'],
  ['build', 'builds'],
  ['modules', 'modules'],
  ['module', 'modules'],
  ['artifacts', 'artifacts'],
  ['artifact', 'artifacts'],
  ['dependencies', 'dependencies'],
  ['dependency', 'dependencies'],
  ['promotions', 'promotions'],
  ['build.promotions', 'promotions'],
  ['build.promotion', 'promotions'],
  ['build.properties', 'build-properties'],
  ['build.property', 'build-properties'],
  ['releases', 'releases'],
  ['release', 'releases'],
  ['release_artifacts', 'release-artifacts'],
  ['release_artifact', 'release-artifacts'],
])

/** There are no release bundles yet, so nothing belongs to one. */
const nothing = sql`(select '' as sha1, '' as name, '' as version where 1 = 0)`
const ofNobody = { kind: 'nobody', joins: sql`` } as const

export const domains: Record<DomainName, Domain> = {
  ...itemDomains,
  ...buildDomains,
  releases: {
    table: nothing,
    prefix: 'release.',
    fields: { name: text('name'), version: text('version') },
    relations: {},
    usual: ['name', 'version'],
    owner: ofNobody,
  },
  'release-artifacts': {
    table: nothing,
    prefix: 'release_artifact.',
    fields: { name: text('name') },
    relations: { release: relate('releases', 'releases', 'sha1', 'sha1') },
    usual: ['name'],
    owner: ofNobody,
  },
}
