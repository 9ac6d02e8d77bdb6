import { mail } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { readSettings, saveSettings, tryOut } from './mail.ts'

export const endpoints = implement(mail, {
  get: { allow: 'administer', handle: (_, services) => readSettings(services) },
  save: { allow: 'administer', handle: (call, services) => saveSettings(services, call, call.body) },
  test: { allow: 'administer', worksReadOnly: true, handle: (call, services) => tryOut(services, call.body) },
})
