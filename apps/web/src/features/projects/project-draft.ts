// What the form about a project holds, and what is sent of it.
import type { ProjectOverview, ProjectPrivileges } from '@bindery/contracts'

const units = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const
export type Unit = keyof typeof units

export interface ProjectDraft {
  name: string
  key: string
  description: string
  limit: 'none' | 'warn' | 'refuse'
  amount: number
  unit: Unit
  isMailed: boolean
  privileges: ProjectPrivileges
}

export const newProject: ProjectDraft = {
  name: '',
  key: '',
  description: '',
  limit: 'none',
  amount: 100,
  unit: 'GiB',
  isMailed: true,
  privileges: {
    manage_members: true,
    manage_resources: true,
    index_resources: true,
    manage_remote_repository: false,
  },
}

type Saved = Pick<
  ProjectOverview,
  'name' | 'key' | 'description' | 'quota' | 'isSoftLimit' | 'isQuotaMailed' | 'privileges'
>

export const draftOf = (project: Saved): ProjectDraft => ({
  name: project.name,
  key: project.key,
  description: project.description,
  limit: project.quota < 0 ? 'none' : project.isSoftLimit ? 'warn' : 'refuse',
  ...(project.quota < 0 ? { amount: newProject.amount, unit: newProject.unit } : inUnits(project.quota)),
  isMailed: project.isQuotaMailed,
  privileges: project.privileges,
})

export const bodyOf = (draft: ProjectDraft) => ({
  display_name: draft.name.trim(),
  description: draft.description.trim(),
  admin_privileges: draft.privileges,
  soft_limit: draft.limit === 'warn',
  storage_quota_bytes: draft.limit === 'none' ? -1 : Math.round(draft.amount * units[draft.unit]),
  storage_quota_email_notification: draft.isMailed,
})

/** The largest unit in which it is a number that one would type; parts of a mebibyte stay parts. */
function inUnits(bytes: number): { amount: number; unit: Unit } {
  const fitting = (['TiB', 'GiB'] as const).find((unit) => bytes >= units[unit] && bytes % units[unit] === 0)
  const unit = fitting ?? 'MiB'
  return { amount: bytes / units[unit], unit }
}
