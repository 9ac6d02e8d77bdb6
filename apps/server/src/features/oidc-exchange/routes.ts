import { oidcExchange } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { exchange } from './exchange.ts'
import { findMapping, listMappings, removeMapping, saveMapping } from './mappings.ts'
import { findProvider, listProviders, removeProvider, saveProvider } from './providers.ts'
import { tryToken } from './try-token.ts'

export const endpoints = implement(oidcExchange, {
  exchange: {
    allow: 'public',
    worksReadOnly: true,
    handle: (call, services) => exchange(services, call, call.body),
  },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: (call, services) => tryToken(services, call, call.params.name, call.body.token),
  },
  listProviders: { allow: 'administer', handle: (_call, { database }) => listProviders(database.db) },
  createProvider: {
    allow: 'administer',
    handle: (call, services) => saveProvider(services, call, call.body, 'new'),
  },
  getProvider: {
    allow: 'administer',
    handle: ({ params }, { database }) => findProvider(database.db, params.name),
  },
  updateProvider: {
    allow: 'administer',
    handle: (call, services) =>
      saveProvider(services, call, { ...call.body, name: call.params.name }, 'known'),
  },
  removeProvider: {
    allow: 'administer',
    handle: (call, services) => removeProvider(services, call, call.params.name),
  },
  listMappings: {
    allow: 'administer',
    handle: ({ params }, { database }) => listMappings(database.db, params.name),
  },
  createMapping: {
    allow: 'administer',
    handle: (call, services) => saveMapping(services, call, call.params.name, call.body, 'new'),
  },
  getMapping: {
    allow: 'administer',
    handle: ({ params }, { database }) => findMapping(database.db, params.name, params.mapping),
  },
  updateMapping: {
    allow: 'administer',
    handle: (call, services) =>
      saveMapping(services, call, call.params.name, { ...call.body, name: call.params.mapping }, 'known'),
  },
  removeMapping: {
    allow: 'administer',
    handle: (call, services) => removeMapping(services, call, call.params.name, call.params.mapping),
  },
})
