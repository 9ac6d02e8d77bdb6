// The kinds of resources that rights are about, and which rights there are for each.
import type { Action, SectionName } from '@bindery/contracts'
import type { MessageId } from '../../lib/messages.ts'

/** The sections of a permission that can be edited; others are kept as they are. */
export const editedSections = ['artifact', 'build', 'release_bundle', 'destination'] as const
export type EditedSection = (typeof editedSections)[number]

/** In the order of the columns. */
export const sectionActions: Record<EditedSection, readonly Action[]> = {
  artifact: ['read', 'annotate', 'deploy', 'delete', 'scan', 'manage'],
  build: ['read', 'annotate', 'deploy', 'delete', 'scan', 'manage'],
  release_bundle: ['read', 'annotate', 'deploy', 'distribute', 'delete', 'scan', 'manage'],
  destination: ['distribute', 'delete', 'manage'],
}

export const sectionLabels: Record<SectionName, MessageId> = {
  artifact: 'permissions.repositories',
  build: 'permissions.builds',
  release_bundle: 'permissions.bundles',
  destination: 'permissions.destinations',
  pipeline_source: 'permissions.pipelineSources',
}

/** Builds and bundles lie in one repository of the server each, and are told apart by their names. */
export const fixedTarget: Partial<Record<SectionName, string>> = {
  build: 'artifactory-build-info',
  release_bundle: 'release-bundles-v2',
}

/** What the access tester can be asked about. */
export const testedSections = ['artifact', 'build', 'release_bundle'] as const
export type TestedSection = (typeof testedSections)[number]

export const isTested = (section: unknown): section is TestedSection =>
  testedSections.some((one) => one === section)
