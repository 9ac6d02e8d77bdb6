// Where somebody was last in each part of the application: its entry leads back there. Kept until the logout.
import { createStoredStore } from './store.ts'

interface LastVisited {
  user: string
  application?: string
  administration?: string
}

const store = createStoredStore<LastVisited>('bindery.lastVisited', { user: '' })

type Part = 'application' | 'administration'

export function noteVisit(user: string, part: Part, path: string) {
  const before = store.get()
  store.set({ ...(before.user === user ? before : {}), user, [part]: path })
}

/** Undefined when this user was not there yet. */
export function lastVisited(user: string, part: Part): string | undefined {
  const last = store.get()
  return last.user === user ? last[part] : undefined
}

export const forgetVisits = () => store.set({ user: '' })
