import type { GeneralSettings } from '@bindery/contracts'

/** What each section of the form gets. */
export interface PartProps {
  value: GeneralSettings
  /** By the dotted path of the field. */
  mistakes: Readonly<Record<string, string>>
  onChange: (part: Partial<GeneralSettings>) => void
}
