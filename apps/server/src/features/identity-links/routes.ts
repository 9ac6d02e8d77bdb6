import { identityLinks } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { createLink, listLinks, removeLink } from './links.ts'

export const endpoints = implement(identityLinks, {
  list: { allow: 'administer', handle: ({ query }, { access }) => listLinks(access, query.user) },
  create: { allow: 'administer', handle: (call, { access }) => createLink(access, call, call.body) },
  remove: { allow: 'administer', handle: (call, { access }) => removeLink(access, call, call.query) },
})
