// Groups of a directory, listed to choose from and made groups here. Only the group comes over: who is in it is what the
// directory says at each sign-in.
import { GroupName, type LdapGroup, type LdapGroupMapping } from '@bindery/contracts'
import { changeAccess } from '../../access/rules/access-version.ts'
import { audit, type Doer } from '../../access/audit.ts'
import { findGroups } from '../../access/external/external-groups.ts'
import { AppError, badRequest, quote } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { waitEvenly } from '../../platform/outbound/even-time.ts'
import type { Services } from '../feature.ts'
import { Unreachable, Untrusted, withDirectory } from './directory.ts'
import { allGroups, type DirectoryGroup } from './groups.ts'
import { bindManager } from './person.ts'
import { getMapping, getServer, ldapSettings, toAsk } from './settings.ts'

export async function listDirectoryGroups(services: Services, name: string): Promise<LdapGroup[]> {
  const { groups } = await readGroups(services, name)
  const theirs = groups.flatMap((group) => [group.name, group.dn])
  const known = await findGroups(services.database.db, theirs)
  const names = new Set(known.flatMap((group) => [group.name, group.external_id]))
  return groups.map((group) => ({
    ...group,
    exists: [group.name, group.name.toLowerCase(), group.dn].some((one) => names.has(one)),
  }))
}

export async function importGroups(
  services: Services,
  by: Doer,
  mappingName: string,
  wanted: string[] | 'all',
): Promise<string[]> {
  const { groups, mapping } = await readGroups(services, mappingName)
  const chosen = wanted === 'all' ? groups.filter(isUsable) : wanted.map((name) => getGroup(groups, name))
  if (chosen.length === 0) return []
  const { access } = services
  return changeAccess(access, 'people', async (db) => {
    const known = await findGroups(
      db,
      chosen.flatMap(({ name, dn }) => [name, dn]),
    )
    const names = new Set(known.flatMap((group) => [group.name, group.external_id]))
    const fresh = chosen.filter(
      ({ name, dn }) => !names.has(name) && !names.has(name.toLowerCase()) && !names.has(dn),
    )
    if (fresh.length === 0) return []
    await db
      .insertInto('groups')
      .values(fresh.map((group) => toRow(mapping, group, access.clock.now())))
      .onConflict((on) => on.doNothing())
      .execute()
    const imported = fresh.map(({ name }) => name)
    await audit(access, db, by, { kind: 'ldap.groups-imported', target: mappingName, detail: { imported } })
    return imported
  })
}

async function readGroups(services: Services, name: string) {
  const { access, outbound } = services
  const settings = await access.live.get(ldapSettings)
  const mapping = getMapping(settings, name)
  if (mapping.strategy === 'hierarchical')
    throw badRequest('A hierarchical mapping has no groups to list: the DN of each person tells them.')
  const server = toAsk(access.vault, getServer(settings, mapping.server))
  const begun = performance.now()
  try {
    const groups = await withDirectory(server, outbound.policy, async (directory) => {
      if (!(await bindManager(directory, server)))
        throw badRequest('The directory refuses the manager: its DN or password is wrong. Correct it first.')
      return allGroups(directory, mapping)
    })
    return { mapping, groups: unique(groups) }
  } catch (error) {
    if (error instanceof Unreachable) await waitEvenly(begun, server.timeoutSeconds * 1000)
    if (error instanceof Unreachable || error instanceof Untrusted)
      throw new AppError('bad-gateway', `${server.key}: ${error.message}`, { cause: error })
    throw error
  }
}

/** Two of one name would be one group here. */
const unique = (groups: DirectoryGroup[]) => [...new Map(groups.map((group) => [group.name, group])).values()]

const isUsable = ({ name }: DirectoryGroup) => GroupName.safeParse(name).success

function getGroup(groups: DirectoryGroup[], name: string): DirectoryGroup {
  const group = groups.find((one) => one.name === name)
  if (!group) throw badRequest(`The directory has no group ${quote(name)}. List the groups again.`, 'groups')
  if (!isUsable(group)) throw badRequest(`${quote(name)} cannot be the name of a group here.`, 'groups')
  return group
}

const toRow = (mapping: LdapGroupMapping, { name, dn, description }: DirectoryGroup, now: Date) => ({
  id: newId(),
  name,
  description: description.slice(0, 1000),
  realm: 'ldap',
  realm_attributes: `ldapGroupName=${name};groupsStrategy=${mapping.strategy.toUpperCase()};groupDn=${dn}`,
  external_id: dn,
  is_admin: 0,
  is_auto_join: 0,
  privileges: '',
  created_at: now.toISOString(),
})
