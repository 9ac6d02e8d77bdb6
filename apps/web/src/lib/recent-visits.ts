// The packages somebody looked at last, kept in this browser and for each person apart.
import { useSyncExternalStore } from 'react'
import { readerName } from './reader.ts'
import { createStoredStore, type Store } from './store.ts'

interface Visit {
  packageId: string
  format: string
  name: string
  /** When it was one version that was looked at. */
  version?: string | undefined
  at: string
}

const most = 8
const stores = new Map<string, Store<Visit[]>>()

function storeOf(reader: string | undefined): Store<Visit[]> {
  const key = `bindery.recent:${reader ?? ''}`
  const store = stores.get(key) ?? createStoredStore<Visit[]>(key, [])
  stores.set(key, store)
  return store
}

export function noteVisit(visit: Omit<Visit, 'at'>) {
  const store = storeOf(readerName())
  const others = store.get().filter(({ packageId }) => packageId !== visit.packageId)
  store.set([{ ...visit, at: new Date().toISOString() }, ...others].slice(0, most))
}

export function useRecentVisits(): Visit[] {
  const store = storeOf(readerName())
  return useSyncExternalStore(store.subscribe, store.get)
}
