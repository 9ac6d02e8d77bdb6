// A policy as the form holds it, and in words.
import type { CleanupCriteria, CleanupPolicy } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'

export interface PolicyDraft {
  key: string
  description: string
  enabled: boolean
  cronExp: string
  durationInMinutes: number
  skipTrashcan: boolean
  projectKey: string
  packageTypes: string[]
  repos: string[]
  excludedRepos: string[]
  packages: string
  excludedPackages: string[]
  isForAllProjects: boolean
  includedProjects: string[]
  unit: 'days' | 'months'
  created: number | null
  unused: number | null
  keepVersions: number | null
  /** Each as key=value. */
  includedProperties: string[]
  excludedProperties: string[]
}

export const newPolicy: PolicyDraft = {
  key: '',
  description: '',
  enabled: false,
  cronExp: '0 0 2 ? * MON-SAT *',
  durationInMinutes: 60,
  skipTrashcan: false,
  projectKey: '',
  packageTypes: [],
  repos: ['**'],
  excludedRepos: [],
  packages: '**',
  excludedPackages: [],
  isForAllProjects: true,
  includedProjects: [],
  unit: 'days',
  created: null,
  unused: null,
  keepVersions: null,
  includedProperties: [],
  excludedProperties: [],
}

export function draftOf({ searchCriteria: given, ...policy }: CleanupPolicy): PolicyDraft {
  const isByMonths = (given.createdBeforeInMonths ?? given.lastDownloadedBeforeInMonths ?? null) !== null
  return {
    ...policy,
    description: policy.description ?? '',
    packageTypes: given.packageTypes,
    repos: given.repos,
    excludedRepos: given.excludedRepos ?? [],
    packages: given.includedPackages[0] ?? '**',
    excludedPackages: given.excludedPackages ?? [],
    isForAllProjects: given.includeAllProjects === true,
    includedProjects: given.includedProjects ?? [],
    unit: isByMonths ? 'months' : 'days',
    created: given.createdBeforeInDays ?? given.createdBeforeInMonths ?? null,
    unused: given.lastDownloadedBeforeInDays ?? given.lastDownloadedBeforeInMonths ?? null,
    keepVersions: given.keepLastNVersions ?? null,
    includedProperties: linesOf(given.includedProperties),
    excludedProperties: linesOf(given.excludedProperties),
  }
}

/** What it says, apart from whether it is on: that changes nothing about what it would remove. */
export function policyOf(draft: PolicyDraft): Omit<CleanupPolicy, 'enabled'> {
  const { key, description, cronExp, durationInMinutes, skipTrashcan, projectKey } = draft
  const isOfProject = projectKey !== ''
  return {
    ...{ key, description, durationInMinutes, skipTrashcan, projectKey },
    cronExp: cronExp.trim(),
    searchCriteria: {
      packageTypes: draft.packageTypes,
      repos: draft.repos,
      excludedRepos: draft.excludedRepos,
      includedPackages: [draft.packages.trim() || '**'],
      excludedPackages: draft.excludedPackages,
      includeAllProjects: !isOfProject && draft.isForAllProjects,
      includedProjects: isOfProject || draft.isForAllProjects ? [] : draft.includedProjects,
      ...timesOf(draft),
      ...(draft.keepVersions !== null && { keepLastNVersions: draft.keepVersions }),
      ...(draft.includedProperties.length > 0 && {
        includedProperties: propertiesOf(draft.includedProperties),
      }),
      ...(draft.excludedProperties.length > 0 && {
        excludedProperties: propertiesOf(draft.excludedProperties),
      }),
    },
  }
}

function timesOf({ unit, created, unused }: PolicyDraft): Partial<CleanupCriteria> {
  return unit === 'days'
    ? {
        ...(created !== null && { createdBeforeInDays: created }),
        ...(unused !== null && { lastDownloadedBeforeInDays: unused }),
      }
    : {
        ...(created !== null && { createdBeforeInMonths: created }),
        ...(unused !== null && { lastDownloadedBeforeInMonths: unused }),
      }
}

const linesOf = (properties: CleanupCriteria['includedProperties']): string[] =>
  Object.entries(properties ?? {}).flatMap(([key, values]) => values.map((value) => `${key}=${value}`))

function propertiesOf(lines: string[]): Record<string, string[]> {
  const all = new Map<string, string[]>()
  for (const line of lines) {
    const [key = '', ...value] = line.split('=')
    all.set(key, [...(all.get(key) ?? []), value.join('=')])
  }
  return Object.fromEntries(all)
}

/** What goes, in a sentence; all of its parts have to be true of it. */
export function policyText(policy: CleanupPolicy): string {
  const { unit, created, unused, keepVersions, packages, includedProperties } = draftOf(policy)
  const isByDays = unit === 'days'
  const older = isByDays ? 'retention.olderText' : 'policies.olderMonths'
  const idle = isByDays ? 'retention.unusedText' : 'policies.unusedMonths'
  const parts = [
    ...(created === null ? [] : [message(older, { days: created })]),
    ...(unused === null ? [] : [message(idle, { days: unused })]),
    ...(keepVersions === null ? [] : [message('retention.versionsText', { count: keepVersions })]),
    ...(packages === '**' ? [] : [message('policies.packagesText', { pattern: packages })]),
    ...includedProperties.map((property) => message('retention.propertyText', { property })),
  ]
  return parts.join(', ')
}

/** What the server would refuse, said before it is asked. */
export function mistakesOf(draft: PolicyDraft): Partial<Record<string, string>> {
  const saysNothing = [draft.created, draft.unused, draft.keepVersions].every((one) => one === null)
  const properties = [...draft.includedProperties, ...draft.excludedProperties]
  const needsProject =
    draft.projectKey === '' && !draft.isForAllProjects && draft.includedProjects.length === 0
  return {
    ...(/^[A-Za-z0-9_-]{3,64}$/.test(draft.key) ? {} : { key: message('policies.keyRule') }),
    ...(draft.packageTypes.length > 0 ? {} : { types: message('policies.needType') }),
    ...(draft.repos.length > 0 ? {} : { repos: message('retention.needRepository') }),
    ...(needsProject ? { projects: message('policies.needProject') } : {}),
    ...(properties.every((line) => /^[^=]+=./.test(line))
      ? {}
      : { properties: message('policies.propertyRule') }),
    ...(saysNothing && draft.includedProperties.length === 0 ? { what: message('policies.needWhat') } : {}),
  }
}
