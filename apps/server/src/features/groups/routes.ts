import { groups } from '@bindery/contracts'
import { changeGroup, changeMembers, createGroup, removeGroup } from '../../access/people/groups.ts'
import { implement } from '../feature.ts'
import { getDetails, listGroups, listMembers } from './list.ts'

export const endpoints = implement(groups, {
  list: { allow: 'read-identities', handle: ({ query }, { access }) => listGroups(access, query) },
  get: { allow: 'read-identities', handle: ({ params }, { access }) => getDetails(access, params.name) },
  create: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name } = await createGroup(access, call, call.body)
      return getDetails(access, name)
    },
  },
  update: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      await changeGroup(access, call, call.params.name, call.body)
      return getDetails(access, call.params.name)
    },
  },
  remove: {
    allow: 'write-identities',
    handle: (call, { access }) => removeGroup(access, call, call.params.name),
  },
  members: {
    allow: 'read-identities',
    handle: ({ params, query }, { access }) => listMembers(access, params.name, query),
  },
  changeMembers: {
    allow: 'write-identities',
    handle: (call, { access }) =>
      changeMembers(access, call, call.params.name, call.body.add, call.body.remove),
  },
})
