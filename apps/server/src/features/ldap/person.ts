// Finding a person in a directory and checking a password, in the two ways there are: the DN follows from the name, or a
// manager searches for it and then the person binds.
import { randomUUID } from 'node:crypto'
import type { OutboundPolicy } from '../../platform/outbound/policy.ts'
import { withDirectory, type Directory, type FoundEntry, type ServerToAsk } from './directory.ts'
import { below, comparedAttribute, fillDn, fillFilter } from './names.ts'

export interface Person {
  dn: string
  /** To use here, in lower case. */
  name: string
  email: string | undefined
  /** What stays though names and places change. */
  externalId: string
  entry: FoundEntry
}

/** Why there is no person, for the test of the settings; a sign-in tells nobody. */
export type NotFound = 'unknown' | 'several' | 'manager-refused' | 'wrong-password'

export type Looked = { person: Person; directory: Directory } | NotFound

/**
 * Looks for a person as the manager, or as the person where the DN follows from the name, and hands the connection on to
 * `work`. With a password it is checked; without one nobody binds as the person.
 */
export async function lookUp<T>(
  ask: { server: ServerToAsk; policy: OutboundPolicy; attributes: string[] },
  given: { name: string; password: string | undefined },
  work: (found: Looked) => Promise<T>,
): Promise<T> {
  const { server, policy } = ask
  // Only control characters cannot be part of a name anywhere; everything else is escaped.
  if (given.name === '' || /\p{Cc}/u.test(given.name) || given.password === '') return work('unknown')
  return withDirectory(server, policy, async (directory) => {
    if (server.userDnPattern !== '' && given.password !== undefined) {
      const bound = bindName(server, directory, given.name)
      if (await directory.bind(bound, given.password))
        return work(await readOwn(ask, directory, given.name, bound))
      if (server.searchFilter === '') return work('wrong-password')
    }
    if (!(await bindManager(directory, server))) return work('manager-refused')
    const found = await search(ask, directory, given.name)
    if (given.password === undefined) return work(found)
    if (typeof found === 'string') {
      // Somebody who is not there costs what a wrong password costs.
      await isRight(ask, below(directory.baseDn, `cn=${randomUUID()}`), randomUUID())
      return work(found)
    }
    return work((await isRight(ask, found.person.dn, given.password)) ? found : 'wrong-password')
  })
}

/** On a connection of its own, because the manager still needs the other. */
const isRight = (
  { server, policy }: { server: ServerToAsk; policy: OutboundPolicy },
  dn: string,
  password: string,
) => withDirectory(server, policy, (directory) => directory.bind(dn, password))

/** True without a manager too: then the directory is asked anonymously. */
export const bindManager = async (directory: Directory, server: ServerToAsk) =>
  server.managerDn === '' || (await directory.bind(server.managerDn, server.managerPassword))

interface Asked {
  server: ServerToAsk
  attributes: string[]
}

async function search(asked: Asked, directory: Directory, name: string): Promise<Looked> {
  const { server } = asked
  const isByPattern = server.searchFilter === ''
  const base = isByPattern ? bindName(server, directory, name) : below(directory.baseDn, server.searchBase)
  const found = await directory.search(
    base,
    {
      scope: isByPattern ? 'base' : server.searchSubtree ? 'sub' : 'one',
      filter: isByPattern ? '(objectClass=*)' : fillFilter(server.searchFilter, name),
      attributes: wanted(asked),
    },
    1,
  )
  if (found === undefined) return 'several'
  const [entry] = found
  return entry ? { person: toPerson(server, entry, name), directory } : 'unknown'
}

/** The entry of whoever just bound; a directory that does not let people read their own tells the DN and no more. */
async function readOwn(asked: Asked, directory: Directory, name: string, bound: string): Promise<Looked> {
  if (!bound.includes('=')) return search(asked, directory, name)
  const options = { scope: 'base' as const, filter: '(objectClass=*)', attributes: wanted(asked) }
  const [entry] = (await directory.search(bound, options, 1)) ?? []
  const bare: FoundEntry = { dn: bound, attributes: new Map() }
  return { person: toPerson(asked.server, entry ?? bare, name), directory }
}

/** A DN; or, for Active Directory, `{0}@example.org`. */
function bindName(server: ServerToAsk, directory: Directory, name: string): string {
  const pattern = server.userDnPattern
  return pattern.includes('=')
    ? below(directory.baseDn, fillDn(pattern, name))
    : pattern.replaceAll('{0}', () => name)
}

const wanted = ({ server, attributes }: Asked) =>
  [
    nameAttribute(server),
    server.emailAttribute,
    'displayName',
    'entryUUID',
    'objectGUID',
    ...attributes,
  ].filter((name) => name !== '')

const nameAttribute = (server: ServerToAsk) =>
  server.nameAttribute || comparedAttribute(server.searchFilter) || comparedAttribute(server.userDnPattern)

function toPerson(server: ServerToAsk, entry: FoundEntry, typed: string): Person {
  const first = (attribute: string) => entry.attributes.get(attribute.toLowerCase())?.[0]
  return {
    dn: entry.dn,
    // Directories compare without regard to case and blanks: what they have is one name, what people type is many.
    name: (first(nameAttribute(server)) ?? typed).trim().toLowerCase(),
    email: first(server.emailAttribute),
    externalId: first('entryUUID') ?? first('objectGUID') ?? entry.dn.toLowerCase(),
    entry,
  }
}
