// From what is open and loaded to the lines of the tree, top to bottom. Pure.
import type { FoundItem, TreeItem, TreeKind, TreeRoot } from '@bindery/contracts'
import { idOf, nameOf, type Spot } from '../address.ts'
import type { Folder } from './tree-state.ts'

interface GroupRow {
  kind: 'group'
  id: string
  level: 1
  group: GroupName
  count: number
  isOpen: boolean
}

export interface NodeRow {
  kind: 'node'
  id: string
  level: number
  spot: Spot
  name: string
  isBranch: boolean
  isOpen: boolean
  isLoading: boolean
  size: number | null
  root: TreeRoot | undefined
  /** A result of the filter: shown with its whole path. */
  isFound: boolean
}

/** A line below a folder that is not one of its children. */
interface NoteRow {
  kind: 'more' | 'error' | 'empty'
  id: string
  level: number
  spot: Spot
  left: number
}

export type Row = GroupRow | NodeRow | NoteRow
export type GroupName = 'favourite' | TreeKind | 'found'

export interface TreeInput {
  roots: TreeRoot[]
  favourites: readonly string[]
  closedGroups: ReadonlySet<string>
  open: ReadonlySet<string>
  folders: ReadonlyMap<string, Folder>
  found: FoundItem[]
}

const order: TreeKind[] = ['local', 'cache', 'remote', 'virtual', 'federated']

export function rowsOf(input: TreeInput): Row[] {
  const { roots, favourites, found } = input
  const starred = roots.filter(({ key }) => favourites.includes(key))
  const trash = roots.filter(({ kind }) => kind === 'trash')
  return [
    ...groupOf(input, 'favourite', starred),
    ...order.flatMap((kind) =>
      groupOf(
        input,
        kind,
        roots.filter((root) => root.kind === kind),
      ),
    ),
    ...trash.flatMap((root) => branchOf(input, rootRow(input, root, 1, ''))),
    ...foundRows(input, found),
  ]
}

function groupOf(input: TreeInput, group: GroupName, roots: TreeRoot[]): Row[] {
  if (roots.length === 0) return []
  const isOpen = !input.closedGroups.has(group)
  const head: GroupRow = { kind: 'group', id: `group:${group}`, level: 1, group, count: roots.length, isOpen }
  const prefix = group === 'favourite' ? 'favourite:' : ''
  return [head, ...(isOpen ? roots.flatMap((root) => branchOf(input, rootRow(input, root, 2, prefix))) : [])]
}

const rootRow = (input: TreeInput, root: TreeRoot, level: number, prefix: string): NodeRow => ({
  kind: 'node',
  id: `${prefix}${root.key}`,
  level,
  spot: { repository: root.key, path: '' },
  name: root.key,
  isBranch: true,
  isOpen: input.open.has(root.key),
  isLoading: isWaiting(input, root.key),
  // Nothing was counted yet, or there is nothing: either way there is no number worth a look.
  size: root.bytes === 0 ? null : root.bytes,
  root,
  isFound: false,
})

const isWaiting = ({ open, folders }: TreeInput, id: string) => {
  const folder = folders.get(id)
  return open.has(id) && (folder === undefined || (folder.isLoading && folder.items.length === 0))
}

function branchOf(input: TreeInput, row: NodeRow): Row[] {
  const folder = input.folders.get(idOf(row.spot))
  if (!row.isOpen || folder === undefined) return [row]
  const prefix = row.id.slice(0, row.id.length - idOf(row.spot).length)
  return [
    row,
    ...folder.items.flatMap((item) => branchOf(input, itemRow(input, row, item, prefix))),
    ...notesOf(row, folder),
  ]
}

function itemRow(input: TreeInput, parent: NodeRow, item: TreeItem, prefix: string): NodeRow {
  const spot = { repository: parent.spot.repository, path: item.path }
  const id = idOf(spot)
  return {
    kind: 'node',
    id: `${prefix}${id}`,
    level: parent.level + 1,
    spot,
    name: item.name.replaceAll('/', ' / '),
    isBranch: item.isFolder,
    isOpen: item.isFolder && input.open.has(id),
    isLoading: item.isFolder && isWaiting(input, id),
    size: item.isFolder ? null : item.size,
    root: undefined,
    isFound: false,
  }
}

function notesOf(row: NodeRow, folder: Folder): NoteRow[] {
  const note = (kind: NoteRow['kind'], left = 0): NoteRow[] => [
    { kind, id: `${row.id}:${kind}`, level: row.level + 1, spot: row.spot, left },
  ]
  if (folder.error !== undefined) return note('error')
  if (folder.cursor !== null) return note('more', folder.total < 0 ? 0 : folder.total - folder.items.length)
  return folder.items.length === 0 && !folder.isLoading ? note('empty') : []
}

function foundRows(input: TreeInput, found: FoundItem[]): Row[] {
  if (found.length === 0) return []
  const isOpen = !input.closedGroups.has('found')
  const head: GroupRow = {
    kind: 'group',
    id: 'group:found',
    level: 1,
    group: 'found',
    count: found.length,
    isOpen,
  }
  const rows = found.map(({ repository, path, isFolder, size }): NodeRow => {
    const spot = { repository, path }
    return {
      kind: 'node',
      id: `found:${idOf(spot)}`,
      level: 2,
      spot,
      name: nameOf(path),
      isBranch: false,
      isOpen: false,
      isLoading: false,
      size: isFolder ? null : size,
      root: undefined,
      isFound: true,
    }
  })
  return [head, ...(isOpen ? rows : [])]
}

/** Where a line stands among those of its level, for who hears the tree. */
export function parentIndex(rows: readonly Row[], index: number): number {
  const level = rows[index]?.level ?? 1
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.level ?? 0) < level) return at
  return -1
}

/** The next line, behind the present one and then from the top, whose name begins so. */
export function findName(rows: readonly Row[], from: number, typed: string): number {
  const fits = (row: Row | undefined) =>
    row?.kind === 'node' && row.name.toLowerCase().startsWith(typed.toLowerCase())
  // While a word grows, the line one is at may still be the one.
  const start = typed.length > 1 ? from : from + 1
  for (let step = 0; step < rows.length; step++) {
    const index = (start + step) % rows.length
    if (fits(rows[index])) return index
  }
  return -1
}
