import { audit } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { downloadEntries } from './csv.ts'
import { listEntries, listKinds } from './entries.ts'

export const endpoints = implement(audit, {
  list: { allow: 'audit', handle: ({ query }, services) => listEntries(services, query) },
  kinds: { allow: 'audit', handle: (_, services) => listKinds(services) },
  download: { allow: 'audit', handle: ({ query }, services) => downloadEntries(services, query) },
})
