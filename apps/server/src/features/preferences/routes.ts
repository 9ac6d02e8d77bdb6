import { preferences } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { listPreferences, removePreference, setPreference } from './preferences.ts'

export const endpoints = implement(preferences, {
  list: { allow: 'signed-in', handle: ({ actor }, { database }) => listPreferences(database, actor) },
  set: {
    allow: 'signed-in',
    handle: ({ actor, params, body }, { database }) => setPreference(database, actor, params.key, body.value),
  },
  remove: {
    allow: 'signed-in',
    handle: ({ actor, params }, { database }) => removePreference(database, actor, params.key),
  },
})
