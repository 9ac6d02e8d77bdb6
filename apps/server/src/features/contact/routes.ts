import { contact } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { targetOf } from './deliver.ts'
import { listRequests, removeRequest, retryRequest, sendRequest } from './requests.ts'

export const endpoints = implement(contact, {
  send: { allow: 'browse', handle: (call, services) => sendRequest(services, call, call.body) },
  list: { allow: 'administer', handle: ({ query }, services) => listRequests(services, query) },
  target: { allow: 'administer', handle: (_, services) => targetOf(services) },
  retry: {
    allow: 'administer',
    handle: (call, services) => retryRequest(services, call, call.params.id),
  },
  remove: {
    allow: 'administer',
    handle: (call, services) => removeRequest(services, call, call.params.id),
  },
})
