import { users } from '@bindery/contracts'
import { createUser, listUsers, removeUser } from '../../access/users.ts'
import { implement } from '../feature.ts'

export const endpoints = implement(users, {
  list: { allow: 'administer', handle: (_call, { access }) => listUsers(access) },
  create: { allow: 'administer', handle: ({ body }, { access }) => createUser(access, body) },
  remove: { allow: 'administer', handle: ({ params }, { access }) => removeUser(access, params.name) },
})
