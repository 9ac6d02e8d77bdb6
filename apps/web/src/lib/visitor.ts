// What this browser remembers of a person beyond the session: the identity for usage counting, which is off unless an
// installation switches it on, and how far the guided tour has come. Both end with the session.
import { forgetVisits } from './last-visited.ts'
import { createStoredStore } from './store.ts'

const analyticsIdentity = createStoredStore('bindery.analyticsIdentity', '')
export const tourProgress = createStoredStore('bindery.tourProgress', 0)

export function forgetVisitor() {
  analyticsIdentity.set('')
  tourProgress.set(0)
  forgetVisits()
}
