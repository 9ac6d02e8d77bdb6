// Tells the frame that the server no longer knows us. Only matters while somebody is signed in.
import { createStore } from './store.ts'

export const sessionEnded = createStore(false)

let isSignedIn = false

export function noteSignedIn(value: boolean) {
  isSignedIn = value
}

export function reportSessionEnd() {
  if (isSignedIn) sessionEnded.set(true)
}
