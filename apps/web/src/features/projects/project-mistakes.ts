import type { CallError } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import type { ProjectDraft } from './project-draft.ts'
import type { Mistakes } from './project-form.tsx'
import { checkKey } from './project-key.ts'

/** What is wrong before anything is sent. */
export function mistakesOf(draft: ProjectDraft): Mistakes {
  const key = checkKey(draft.key.trim())
  const isAmountWrong = draft.limit !== 'none' && !(draft.amount >= 0)
  return {
    ...(draft.name.trim() === '' ? { name: message('spec.mandatory') } : {}),
    ...(key === undefined ? {} : { key }),
    ...(isAmountWrong ? { amount: message('spec.mandatory') } : {}),
  }
}

const fields = { project_key: 'key', display_name: 'name', storage_quota_bytes: 'amount' } as const

/** What the server said about one of the fields. */
export function refusalOf(error: CallError | null): Mistakes {
  const field = Object.entries(fields).find(([name]) => name === error?.field)?.[1]
  return field === undefined ? {} : { [field]: error?.message }
}
