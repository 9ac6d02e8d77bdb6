// What a person prefers: kept on the server, so that it is the same in every browser, and here, so that the first paint knows it.
import { preferences } from '@bindery/contracts'
import { call } from './call.ts'
import { createStoredStore, type Store } from './store.ts'

const known = new Map<string, (value: string | undefined) => void>()
let isPersonal = false

/** A store whose value follows the person. Before the server has answered it is what this browser remembers. */
export function createPreference<T>(key: string, initial: T): Store<T> {
  const local = createStoredStore(`bindery.${key}`, initial)
  known.set(key, (value) => local.set(value === undefined ? initial : (JSON.parse(value) as T))) // as set below
  return {
    ...local,
    set: (value) => {
      local.set(value)
      if (isPersonal) void keep(key, JSON.stringify(value))
    },
  }
}

/** Takes over what the server keeps for whoever is looking now; strangers have only what the browser remembers. */
export async function loadPreferences(isPerson: boolean): Promise<void> {
  isPersonal = isPerson
  if (!isPerson) return
  try {
    const kept = await call(preferences.list, {})
    for (const [key, take] of known) take(kept[key])
  } catch {
    return // what this browser remembers will do
  }
}

async function keep(key: string, value: string) {
  try {
    await call(preferences.set, { params: { key }, body: { value } })
  } catch {
    return // it holds in this browser; the next change tries again
  }
}
