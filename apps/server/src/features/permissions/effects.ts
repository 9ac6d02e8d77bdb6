// What saving a permission would change for people, counted before it is saved: who gains or loses which right, on how many
// resources. Only this permission is looked at; somebody may have the right from another one as well.
import {
  permissionActions,
  sectionNames,
  type Action,
  type PermissionEffect,
  type PermissionSection,
  type SectionName,
} from '@bindery/contracts'
import type { z } from 'zod'
import { chunks, findUserIds, getGroups } from '../../access/people/memberships.ts'
import { trashKey } from '../../access/rules/rules.ts'
import type { Db } from '../../platform/db/connect.ts'

type Effect = z.output<typeof PermissionEffect>

export async function previewEffects(
  db: Db,
  before: readonly PermissionSection[],
  after: readonly PermissionSection[],
): Promise<Effect[]> {
  const people = await peopleOf(db, [...before, ...after])
  const repositories = await db
    .selectFrom('repositories')
    .select(['key', 'kind'])
    .where('key', '<>', trashKey)
    .execute()
  const effects: Effect[] = []
  for (const section of sectionNames)
    for (const action of permissionActions) {
      const [old, wanted] = [before, after].map((all) => {
        const found = all.find((one) => one.section === section)
        return {
          people: holders(found, action, people),
          resources: resourcesOf(section, found, repositories),
        }
      })
      if (!old || !wanted) continue
      effects.push(
        ...compare('gain', section, action, old, wanted),
        ...compare('lose', section, action, wanted, old),
      )
    }
  return effects
}

interface Reach {
  people: ReadonlySet<string>
  resources: ReadonlySet<string>
}

/** People who are new with everything they get, and those who were there with what is new. */
function compare(
  direction: Effect['direction'],
  section: SectionName,
  action: Action,
  from: Reach,
  to: Reach,
): Effect[] {
  const newPeople = to.people.difference(from.people)
  const oldPeople = to.people.intersection(from.people)
  const newResources = from.people.size === 0 ? to.resources : to.resources.difference(from.resources)
  const effect = (people: number, resources: number): Effect[] =>
    people === 0 || resources === 0
      ? []
      : [
          {
            direction,
            section,
            action,
            people,
            resources,
            sentence: say(direction, section, action, people, resources),
          },
        ]
  return [...effect(newPeople.size, to.resources.size), ...effect(oldPeople.size, newResources.size)]
}

const nouns: Record<SectionName, [one: string, many: string]> = {
  artifact: ['repository', 'repositories'],
  build: ['build repository', 'build repositories'],
  release_bundle: ['release bundle repository', 'release bundle repositories'],
  destination: ['destination', 'destinations'],
  pipeline_source: ['pipeline source', 'pipeline sources'],
}

function say(
  direction: Effect['direction'],
  section: SectionName,
  action: Action,
  people: number,
  resources: number,
) {
  const who = people === 1 ? 'person' : 'people'
  const [verb, sign] =
    direction === 'gain' ? [people === 1 ? 'gains' : 'gain', '+'] : [people === 1 ? 'loses' : 'lose', '−']
  return `${sign}${people} ${who} ${verb} ${action} on ${resources} ${nouns[section][resources === 1 ? 0 : 1]}`
}

/** The members of every group that is named, and every user, by `kind name`. */
async function peopleOf(db: Db, sections: readonly PermissionSection[]): Promise<Map<string, Set<string>>> {
  const names = (kind: 'user' | 'group') => [
    ...new Set(sections.flatMap(({ who }) => who.filter((one) => one.kind === kind).map((one) => one.name))),
  ]
  const people = new Map<string, Set<string>>()
  for (const [name, id] of await findUserIds(db, names('user'))) people.set(`user ${name}`, new Set([id]))
  const groups = await getGroups(db, names('group'))
  const byId = new Map(groups.map((group) => [group.id, group.name]))
  for (const some of chunks([...byId.keys()])) {
    const rows = await db
      .selectFrom('memberships')
      .select(['group_id', 'user_id'])
      .where('group_id', 'in', some)
      .execute()
    for (const { group_id, user_id } of rows) {
      const key = `group ${byId.get(group_id)}`
      people.set(key, (people.get(key) ?? new Set()).add(user_id))
    }
  }
  return people
}

function holders(
  section: PermissionSection | undefined,
  action: Action,
  people: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const found = new Set<string>()
  for (const { kind, name, actions } of section?.who ?? [])
    if (actions.includes(action))
      for (const id of people.get(`${kind} ${kind === 'user' ? name.toLowerCase() : name}`) ?? [])
        found.add(id)
  return found
}

/** Repositories as they are now; ANY reaches those made later as well. */
function resourcesOf(
  section: SectionName,
  found: PermissionSection | undefined,
  repositories: readonly { key: string; kind: string }[],
): Set<string> {
  const names = new Set(found?.targets.map((target) => target.name))
  if (section !== 'artifact') return names
  return new Set(
    repositories
      .filter(({ key, kind }) => names.has(key) || names.has('ANY') || names.has(`ANY ${kind.toUpperCase()}`))
      .map(({ key }) => key),
  )
}
