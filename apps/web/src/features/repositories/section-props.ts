import type { RepositoryConfiguration } from '@bindery/contracts'
import type { Mistakes, RepositoryDraft } from './repository-draft.ts'

/** What every part of the form gets. */
export interface SectionProps {
  draft: RepositoryDraft
  set: (change: RepositoryConfiguration) => void
  mistakes: Mistakes
}
