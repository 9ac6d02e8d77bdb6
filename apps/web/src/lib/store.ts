// A value outside React that components can watch; optionally kept in this browser.
import { useSyncExternalStore } from 'react'
import { browserStorage } from './storage.ts'

export interface Store<T> {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      current = value
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function createStoredStore<T>(key: string, initial: T): Store<T> {
  const store = createStore(read(key, initial))
  return {
    ...store,
    set: (value) => {
      browserStorage.setItem(key, JSON.stringify(value))
      store.set(value)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

function read<T>(key: string, fallback: T): T {
  try {
    const text = browserStorage.getItem(key)
    return text === null ? fallback : (JSON.parse(text) as T) // written by createStoredStore
  } catch {
    return fallback
  }
}
