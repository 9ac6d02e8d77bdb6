import { cliLogin } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { answerCliLogin, askCliLogin, collectToken, pendingCliLogin } from './cli-login.ts'

export const endpoints = implement(cliLogin, {
  request: {
    allow: 'public',
    worksReadOnly: true,
    handle: (call, services) => askCliLogin(services, call, call.body.session),
  },
  token: { allow: 'public', handle: (call, services) => collectToken(services, call, call.params.session) },
  respond: {
    allow: 'signed-in',
    worksReadOnly: true,
    handle: (call, services) => answerCliLogin(services, call, call.body),
  },
  pending: {
    allow: 'signed-in',
    handle: (call, services) => pendingCliLogin(services, call, call.params.session),
  },
})
