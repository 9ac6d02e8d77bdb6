import { sshKeys } from '@bindery/contracts'
import { requireProof } from '../../access/sign-in/reauthenticate.ts'
import { implement } from '../feature.ts'
import { addKey, listKeys, listKeysOfUser, removeKey, removeKeyOfUser } from './keys.ts'

export const endpoints = implement(sshKeys, {
  list: {
    allow: 'signed-in',
    handle: async ({ actor }, { access, ssh }) => ({
      keys: await listKeys(access, actor.userId ?? ''),
      server: ssh ?? null,
    }),
  },
  add: {
    allow: 'signed-in',
    handle: async (call, { access }) => {
      await requireProof(access, call)
      return addKey(access, call, call.body)
    },
  },
  remove: {
    allow: 'signed-in',
    handle: (call, { access }) => removeKey(access, call, call.params.id),
  },
  listOfUser: {
    allow: 'read-identities',
    handle: ({ params }, { access }) => listKeysOfUser(access, params.name),
  },
  removeOfUser: {
    allow: 'write-identities',
    handle: (call, { access }) => removeKeyOfUser(access, call, call.params.name, call.params.id),
  },
})
