import type { MessageId } from '../../lib/messages.ts'
import type { RawSearch } from '../../lib/search-params.ts'

export const views = ['repositories', 'formats', 'projects'] as const
export type View = (typeof views)[number]

export const viewNames = {
  repositories: 'storage.repositories',
  formats: 'storage.formats',
  projects: 'storage.projects',
} as const satisfies Record<View, MessageId>

const columns = ['name', 'files', 'bytes', 'growth'] as const
export type SortColumn = (typeof columns)[number]

export interface StorageSearch {
  view?: View
  /** Largest first when nothing is said. */
  sort?: SortColumn
  order?: 'asc'
  /** A table when nothing is said. */
  shape?: 'map'
}

export function parseStorageSearch(raw: RawSearch): StorageSearch {
  const view = views.find((one) => one === raw['view'])
  const sort = columns.find((one) => one === raw['sort'])
  return {
    ...(view === undefined ? {} : { view }),
    ...(sort === undefined ? {} : { sort }),
    ...(raw['order'] === 'asc' ? { order: 'asc' } : {}),
    ...(raw['shape'] === 'map' ? { shape: 'map' } : {}),
  }
}
