// The API key of the person who signed in, when there is one. In memory only: it is as good as a password.
import { createStore } from './store.ts'

export const userApiKey = createStore<string | undefined>(undefined)
