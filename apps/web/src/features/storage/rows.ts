// One shape for the three views, sorted here: the whole list is there already.
import type { StorageSummary } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import type { SortColumn, View } from './storage-search.ts'

export interface StorageRow {
  name: string
  /** For repositories: what they hold, and whose they are. */
  format?: string
  project?: string
  repositories?: number
  files: number
  bytes: number
  growth: number | null
  /** Of everything, from 0 to 1. */
  share: number
}

export function rowsOf(summary: StorageSummary, view: View): StorageRow[] {
  const shareOf = (bytes: number) => (summary.artifacts.bytes === 0 ? 0 : bytes / summary.artifacts.bytes)
  if (view === 'repositories')
    return summary.repositories.map(({ key, format, project, files, bytes, growth }) => ({
      ...{ name: key, format, project, files, bytes, growth, share: shareOf(bytes) },
    }))
  return summary[view].map((group) => ({
    ...group,
    name: view === 'projects' && group.name === '' ? message('storage.noProject') : group.name,
    share: shareOf(group.bytes),
  }))
}

export function sorted(rows: StorageRow[], column: SortColumn, isDescending: boolean): StorageRow[] {
  const up = (a: StorageRow, b: StorageRow) =>
    column === 'name'
      ? a.name.localeCompare(b.name, 'en')
      : (a[column] ?? -Infinity) - (b[column] ?? -Infinity)
  return rows.toSorted((a, b) => (isDescending ? up(b, a) : up(a, b)) || a.name.localeCompare(b.name, 'en'))
}
