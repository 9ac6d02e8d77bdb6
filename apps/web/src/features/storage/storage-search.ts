import type { MessageId } from '../../lib/messages.ts'
import type { RawSearch } from '../../lib/search-params.ts'

export const views = ['repositories', 'formats', 'projects'] as const
export type View = (typeof views)[number]
/** Single files instead of sums. */
export const fileViews = ['largest', 'unused'] as const
export type FileView = (typeof fileViews)[number]

export const unusedChoices = [30, 90, 180, 365]
export const usualUnused = 180

export const viewNames = {
  repositories: 'storage.repositories',
  formats: 'storage.formats',
  projects: 'storage.projects',
  largest: 'storage.largest',
  unused: 'storage.unused',
} as const satisfies Record<View | FileView, MessageId>

const columns = ['name', 'files', 'bytes', 'growth'] as const
export type SortColumn = (typeof columns)[number]

export interface StorageSearch {
  view?: View | FileView
  /** Largest first when nothing is said. */
  sort?: SortColumn
  order?: 'asc'
  /** A table when nothing is said. */
  shape?: 'map'
  /** For how many days files were not used; 180 when nothing is said. */
  days?: number
}

export function parseStorageSearch(raw: RawSearch): StorageSearch {
  const view = [...views, ...fileViews].find((one) => one === raw['view'])
  const sort = columns.find((one) => one === raw['sort'])
  const days = unusedChoices.find((one) => String(one) === String(raw['days']))
  return {
    ...(view === undefined ? {} : { view }),
    ...(sort === undefined ? {} : { sort }),
    ...(raw['order'] === 'asc' ? { order: 'asc' } : {}),
    ...(raw['shape'] === 'map' ? { shape: 'map' } : {}),
    ...(days === undefined ? {} : { days }),
  }
}
