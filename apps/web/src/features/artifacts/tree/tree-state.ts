// What of the tree is open and loaded. Outside React, so that it is as it was when one comes back to the page; another
// reader begins anew.
import { artifactBrowser, type TreeItem } from '@bindery/contracts'
import { useEffect } from 'react'
import { call } from '../../../lib/call.ts'
import { readerName } from '../../../lib/reader.ts'
import { createStore } from '../../../lib/store.ts'
import { idOf, type Spot } from '../address.ts'

export interface Folder {
  items: TreeItem[]
  /** -1 when it is not known. */
  total: number
  cursor: string | null
  isLoading: boolean
  error: Error | undefined
}

interface TreeState {
  reader: string | undefined
  /** Groups of repositories that are closed; everything else is closed until it is opened. */
  closedGroups: ReadonlySet<string>
  open: ReadonlySet<string>
  folders: ReadonlyMap<string, Folder>
  last: Spot | undefined
}

const fresh = (): TreeState => ({
  reader: readerName(),
  closedGroups: new Set(),
  open: new Set(),
  folders: new Map(),
  last: undefined,
})

const store = createStore<TreeState>(fresh())

export const treeState = {
  subscribe: store.subscribe,
  get: () => {
    if (store.get().reader !== readerName()) store.set(fresh())
    return store.get()
  },
}

/** Where one is, or was before one went back to the tree. */
export function useLastPlace(spot: Spot | undefined): Spot | undefined {
  useEffect(() => {
    if (spot !== undefined) change({ last: spot })
  }, [spot])
  return spot ?? treeState.get().last
}

const change = (part: Partial<TreeState>) => store.set({ ...treeState.get(), ...part })

const changed = <T>(set: ReadonlySet<T>, value: T, isIn: boolean): ReadonlySet<T> => {
  const next = new Set(set)
  if (isIn) next.add(value)
  else next.delete(value)
  return next
}

export const setGroupOpen = (group: string, isOpen: boolean) =>
  change({ closedGroups: changed(treeState.get().closedGroups, group, !isOpen) })

export function setOpen(spot: Spot, isOpen: boolean) {
  change({ open: changed(treeState.get().open, idOf(spot), isOpen) })
  if (isOpen && !treeState.get().folders.has(idOf(spot))) void loadFolder(spot)
}

const nothing: Folder = { items: [], total: -1, cursor: null, isLoading: false, error: undefined }

const put = (spot: Spot, part: Partial<Folder>) => {
  const { folders } = treeState.get()
  const known = folders.get(idOf(spot)) ?? nothing
  change({ folders: new Map(folders).set(idOf(spot), { ...known, ...part }) })
}

const chunk = 200

/** The first children, or those behind the ones that are here. */
export async function loadFolder(spot: Spot, isMore = false): Promise<void> {
  const before = treeState.get().folders.get(idOf(spot)) ?? nothing
  if (before.isLoading) return
  put(spot, { isLoading: true, error: undefined })
  try {
    const after = isMore ? (before.cursor ?? undefined) : undefined
    const page = await call(artifactBrowser.children, { query: { ...spot, after, limit: chunk } })
    put(spot, {
      items: isMore ? unique([...before.items, ...page.items]) : page.items,
      total: page.total,
      cursor: page.hasNextPage ? page.endCursor : null,
      isLoading: false,
    })
  } catch (error) {
    put(spot, { isLoading: false, error: error instanceof Error ? error : new Error(String(error)) })
  }
}

const unique = (items: TreeItem[]) => [...new Map(items.map((item) => [item.path, item])).values()]

/** Opens every folder above the place. What lies behind the part that is loaded is fetched by its name. */
export async function reveal({ repository, path }: Spot): Promise<void> {
  let at = ''
  for (let depth = 0; depth < 128 && path !== at; depth++) {
    const spot = { repository, path: at }
    if (!treeState.get().folders.has(idOf(spot))) await loadFolder(spot)
    if (treeState.get().folders.get(idOf(spot))?.error !== undefined) return
    const step = await childTowards(spot, path)
    if (step === undefined) return
    if (!treeState.get().open.has(idOf(spot))) setOpen(spot, true)
    // A folder that was joined with the one below it is passed over.
    if (!step.isFolder || step.path === path || !path.startsWith(`${step.path}/`)) return
    at = step.path
  }
}

async function childTowards(spot: Spot, path: string): Promise<TreeItem | undefined> {
  const leads = (item: TreeItem) =>
    item.path === path || path.startsWith(`${item.path}/`) || item.path.startsWith(`${path}/`)
  const known = treeState.get().folders.get(idOf(spot))?.items.find(leads)
  if (known !== undefined) return known
  const rest = spot.path === '' ? path : path.slice(spot.path.length + 1)
  const [name = ''] = rest.split('/')
  const page = await call(artifactBrowser.children, { query: { ...spot, name, limit: 50 } }).catch(
    () => undefined,
  )
  const found = page?.items.find(leads)
  const folder = treeState.get().folders.get(idOf(spot))
  if (found !== undefined && folder !== undefined) put(spot, { items: unique([...folder.items, found]) })
  return found
}

/** Something in the repository changed: what is open of it is asked for again, as far as it was read. */
export async function refreshRepository(repository: string): Promise<void> {
  const concerned = [...treeState.get().folders.keys()].filter(
    (id) => id === repository || id.startsWith(`${repository}/`),
  )
  for (const id of concerned) {
    const spot = { repository, path: id === repository ? '' : id.slice(repository.length + 1) }
    // Asked anew each time: what is opened while another is read must not be forgotten.
    if (treeState.get().open.has(id) || id === repository) await loadFolder(spot)
    else {
      const rest = new Map(treeState.get().folders)
      rest.delete(id)
      change({ folders: rest })
    }
  }
}
