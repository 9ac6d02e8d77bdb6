import type { TreeItem } from '@bindery/contracts'
import type { Sort } from '../../ui/data-table.tsx'

/** In the browser, once all of a folder is here. Folders stay above files. */
export function sortItems(items: TreeItem[], sort: Sort | undefined): TreeItem[] {
  if (sort === undefined) return items
  const by = orders[sort.column]
  if (by === undefined) return items
  const sign = sort.isDescending ? -1 : 1
  return items.toSorted((a, b) => Number(b.isFolder) - Number(a.isFolder) || sign * by(a, b))
}

const orders: Record<string, (a: TreeItem, b: TreeItem) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }),
  size: (a, b) => a.size - b.size,
  modified: (a, b) => (a.modifiedAt < b.modifiedAt ? -1 : 1),
}
