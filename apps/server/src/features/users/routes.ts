import { users } from '@bindery/contracts'
import { changeUser, createUser, removeUser } from '../../access/people/users.ts'
import { implement } from '../feature.ts'
import { changeMany } from './bulk.ts'
import { getDetails, previewDeletion } from './details.ts'
import { countUsers, listUsers } from './list.ts'

export const endpoints = implement(users, {
  list: { allow: 'read-identities', handle: ({ query }, { access }) => listUsers(access, query) },
  counts: { allow: 'read-identities', handle: (_call, { access }) => countUsers(access) },
  get: { allow: 'read-identities', handle: ({ params }, { access }) => getDetails(access, params.name) },
  create: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { password, ...user } = call.body
      const { name } = await createUser(access, call, { ...user, password })
      return getDetails(access, name)
    },
  },
  update: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name } = await changeUser(access, call, call.params.name, call.body)
      return getDetails(access, name)
    },
  },
  remove: {
    allow: 'write-identities',
    handle: (call, { access }) => removeUser(access, call, call.params.name),
  },
  bulk: { allow: 'write-identities', handle: (call, { access }) => changeMany(access, call, call.body) },
  deletionPreview: {
    allow: 'read-identities',
    worksReadOnly: true,
    handle: ({ body }, { access }) => previewDeletion(access, body.names),
  },
})
