// What a clean-up policy speaks of, in the words of the engine of retention.
import type { CleanupCriteria, CleanupPolicy } from '@bindery/contracts'
import { compilePattern } from '../../access/rules/permission-patterns.ts'
import { findPackageType } from '../../registry/config/package-types.ts'
import { cacheOf, listRepositories, type Repository } from '../../registry/repositories.ts'
import { isTrash } from '../../registry/trash/repository.ts'
import type { Services } from '../feature.ts'
import type { Work } from './apply.ts'
import { type Criteria, daysBefore } from './criteria.ts'
import { findExpiredVersions } from './find-versions.ts'
import { findExpired } from './find.ts'
import { defaultProject, hasVersions } from './policy-check.ts'

const daysOfMonth = 30

export const policyRunKind = (key: string) => `cleanup:${key}`

export function workOf(services: Services, policy: CleanupPolicy, by: string): Work {
  const { clock, database, registry } = services
  const criteria = criteriaOfPolicy(policy.searchCriteria, clock.now())
  const { durationInMinutes } = policy
  return {
    runKind: policyRunKind(policy.key),
    by,
    kind: 'cleanup.applied',
    target: policy.key,
    repositories: () => repositoriesOfPolicy(services, policy),
    find: (repository) =>
      (hasVersions(registry, repository.format) ? findExpiredVersions : findExpired)(
        database.db,
        repository,
        criteria,
      ),
    isForGood: policy.skipTrashcan,
    ...(durationInMinutes > 0 && { minutes: durationInMinutes }),
  }
}

function criteriaOfPolicy(given: CleanupCriteria, now: Date): Criteria {
  const included = given.includedPackages.map(compilePattern)
  const excluded = new Set(given.excludedPackages)
  return {
    matches: (name) => included.some((pattern) => pattern.matches(name)) && !excluded.has(name),
    createdBefore: daysBefore(now, daysOf(given.createdBeforeInDays, given.createdBeforeInMonths)),
    unusedSince: daysBefore(
      now,
      daysOf(given.lastDownloadedBeforeInDays, given.lastDownloadedBeforeInMonths),
    ),
    keepVersions: given.keepLastNVersions ?? null,
    has: testsOf(given.includedProperties),
    hasNot: testsOf(given.excludedProperties),
  }
}

const daysOf = (days: number | null | undefined, months: number | null | undefined): number | null =>
  days ?? (typeof months === 'number' ? months * daysOfMonth : null)

const testsOf = (properties: CleanupCriteria['includedProperties']) =>
  Object.entries(properties ?? {}).map(([key, values]) => ({ key, values }))

/** Those that hold files: of remote ones the cache, which goes by both names. */
async function repositoriesOfPolicy(
  { registry }: Services,
  { projectKey, searchCriteria }: CleanupPolicy,
): Promise<Repository[]> {
  const { includeAllProjects, includedProjects, packageTypes, repos, excludedRepos } = searchCriteria
  const types = new Set(packageTypes.map((name) => findPackageType(name)?.id))
  const projects = new Set(projectKey === '' ? includedProjects : [projectKey])
  const isNamed = (patterns: string[], one: Repository) => {
    const names = one.kind === 'remote' ? [one.key, cacheOf(one).key] : [one.key]
    return patterns.map(compilePattern).some((pattern) => names.some((name) => pattern.matches(name)))
  }
  const all = await listRepositories(registry)
  return all
    .filter(
      (one) =>
        one.kind !== 'virtual' &&
        !isTrash(one) &&
        types.has(one.format) &&
        (includeAllProjects === true || projects.has(one.projectKey || defaultProject)) &&
        isNamed(repos, one) &&
        !isNamed(excludedRepos ?? [], one),
    )
    .map((one) => (one.kind === 'remote' ? cacheOf(one) : one))
}
