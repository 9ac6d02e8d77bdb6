// Whoever asks: a user (by password, token or browser session), or nobody in particular.
import type { RepositoryAction } from './permissions.ts'

export interface Grant {
  action: RepositoryAction
  /** A repository key, or `*`. */
  repository: string
}

export interface Actor {
  /** Null for the anonymous actor. */
  userId: string | null
  name: string
  isAdmin: boolean
  mustChangePassword: boolean
  grants: readonly Grant[]
}

/** May read what anonymous access opens, and nothing else; the switch is applied when it is made. */
export const anonymousActor = (mayRead: boolean): Actor => ({
  userId: null,
  name: 'anonymous',
  isAdmin: false,
  mustChangePassword: false,
  grants: mayRead ? [{ action: 'read', repository: '*' }] : [],
})

/** Work that the program starts by itself: default repositories, schedules. */
export const systemActor: Actor = {
  userId: null,
  name: 'system',
  isAdmin: true,
  mustChangePassword: false,
  grants: [],
}
