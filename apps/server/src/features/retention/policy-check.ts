// What a clean-up policy must say to be kept. A criterion that cannot be honoured is refused, so that nobody relies on it.
import type { CleanupCriteria, CleanupPolicyInput } from '@bindery/contracts'
import { badRequest, quote } from '../../platform/errors.ts'
import { findPackageType } from '../../registry/config/package-types.ts'
import { requireCron } from '../../registry/mirrors/cron.ts'
import { formatOf, type Registry } from '../../registry/registry.ts'
import type { Services } from '../feature.ts'

/** Repositories of no project. */
export const defaultProject = 'default'

export async function checkPolicy(services: Services, key: string, input: CleanupPolicyInput): Promise<void> {
  const { searchCriteria: criteria, projectKey } = input
  if (input.key !== undefined && input.key !== key)
    throw badRequest('The key in the address and the one in the policy are not the same.', 'key')
  if (input.cronExp !== '') requireCron(input.cronExp)
  checkConditions(criteria)
  checkTypes(services.registry, criteria)
  if (criteria.excludedPackages?.some((name) => /[*?]/.test(name)))
    throw refuse('Packages are excluded by their names, not by patterns.', 'excludedPackages')
  checkScope(key, input)
  await checkProjects(services, [
    { field: 'projectKey', keys: projectKey === '' ? [] : [projectKey] },
    { field: 'searchCriteria.includedProjects', keys: criteria.includedProjects ?? [] },
  ])
}

function checkConditions(criteria: CleanupCriteria): void {
  const days = given(criteria, ['createdBeforeInDays', 'lastDownloadedBeforeInDays'])
  const months = given(criteria, ['createdBeforeInMonths', 'lastDownloadedBeforeInMonths'])
  const others = [...days, ...months]
  if (Object.keys(criteria.includedProperties ?? {}).length > 0) others.push('includedProperties')
  if (days.length > 0 && months.length > 0)
    throw refuse('Give days or months, not both.', months[0] ?? 'createdBeforeInMonths')
  const isByVersions = (criteria.keepLastNVersions ?? null) !== null
  if (isByVersions && others.length > 0)
    throw refuse(
      `keepLastNVersions stands alone: it cannot be combined with ${others.join(', ')}.`,
      'keepLastNVersions',
    )
  if (!isByVersions && others.length === 0)
    throw badRequest(
      'Give at least one condition: a time (createdBeforeInDays, lastDownloadedBeforeInDays, or the same in months), keepLastNVersions or includedProperties.',
      'searchCriteria',
    )
}

const given = <K extends keyof CleanupCriteria>(
  criteria: CleanupCriteria,
  names: K[],
): (keyof CleanupCriteria)[] => names.filter((name) => (criteria[name] ?? null) !== null)

function checkTypes(registry: Registry, { packageTypes, keepLastNVersions }: CleanupCriteria): void {
  for (const name of packageTypes) {
    const type = findPackageType(name)
    if (type === undefined || ['buildinfo', 'releasebundles'].includes(type.id))
      throw refuse(`${quote(name)} is not a type of packages that policies clean up.`, 'packageTypes')
    if ((keepLastNVersions ?? null) !== null && !hasVersions(registry, type.id))
      throw refuse(
        `Packages of the type ${quote(name)} are kept as plain files here, without versions that could be counted. Use a condition of time or properties for them.`,
        'keepLastNVersions',
      )
  }
}

/** Whether its files are known as versions of packages. */
export const hasVersions = (registry: Registry, format: string): boolean =>
  formatOf(registry, { format }).describe !== undefined

function checkScope(key: string, { projectKey, searchCriteria }: CleanupPolicyInput): void {
  const { includeAllProjects, includedProjects } = searchCriteria
  const names = includedProjects ?? []
  if (projectKey === '') {
    if (includeAllProjects !== true && names.length === 0)
      throw refuse(
        `Say which projects it is for: set includeAllProjects, or name them (${defaultProject} stands for repositories of no project).`,
        'includedProjects',
      )
    return
  }
  if (!key.startsWith(`${projectKey}-`))
    throw badRequest(
      `The key of a policy of the project ${quote(projectKey)} begins with ${quote(`${projectKey}-`)}.`,
      'key',
    )
  if (includeAllProjects === true)
    throw refuse('A policy of one project cannot include all.', 'includeAllProjects')
  if (names.length > 0) throw refuse('A policy of one project names no others.', 'includedProjects')
}

async function checkProjects(
  { database }: Services,
  named: { field: string; keys: readonly string[] }[],
): Promise<void> {
  const all = named.flatMap(({ keys }) => keys)
  if (all.length === 0) return
  const rows = await database.db.selectFrom('projects').select('key').where('key', 'in', all).execute()
  const known = new Set([defaultProject, ...rows.map(({ key }) => key)])
  for (const { field, keys } of named)
    for (const key of keys) if (!known.has(key)) throw badRequest(`There is no project ${quote(key)}.`, field)
}

const refuse = (sentence: string, member: keyof CleanupCriteria) =>
  badRequest(sentence, `searchCriteria.${member}`)
