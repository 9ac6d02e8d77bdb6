// The way in that was used last on this browser; it is offered first.
import { createStoredStore } from '../../lib/store.ts'

/** `password`, or the kind and name of a provider: `saml/okta`. */
export const lastMethod = createStoredStore<string>('bindery.lastSignIn', '')

/** How many providers there were at the last visit, so that their place is kept free; -1 before the first. */
export const knownProviders = createStoredStore<number>('bindery.signInProviders', -1)

export interface Provider {
  /** Its name as a method. */
  method: string
  label: string
  url: string
  icon: string
}

export const lastFirst = (providers: Provider[], last: string): Provider[] => [
  ...providers.filter(({ method }) => method === last),
  ...providers.filter(({ method }) => method !== last),
]
