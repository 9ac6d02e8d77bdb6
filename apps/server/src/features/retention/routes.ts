import { retention } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { listRules, listRuns, removeRule, requestRun, saveRule, simulateRule } from './rules.ts'

export const endpoints = implement(retention, {
  list: { allow: 'administer', handle: (_call, services) => listRules(services) },
  save: {
    allow: 'administer',
    handle: (call, services) => saveRule(services, call, call.params.name, call.body),
  },
  remove: {
    allow: 'administer',
    handle: (call, services) => removeRule(services, call, call.params.name),
  },
  simulate: {
    allow: 'administer',
    worksReadOnly: true,
    handle: ({ body }, services) => simulateRule(services, body),
  },
  runs: { allow: 'administer', handle: ({ params }, services) => listRuns(services, params.name) },
  run: {
    allow: 'administer',
    handle: ({ params, actor }, services) => requestRun(services, params.name, actor.name),
  },
})
