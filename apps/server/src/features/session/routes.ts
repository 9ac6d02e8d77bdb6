import { session } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { bootstrap, changePassword, signIn, signOut } from './session.ts'

export const endpoints = implement(session, {
  bootstrap: { allow: 'public', handle: ({ actor }, services) => bootstrap(services, actor) },
  signIn: {
    allow: 'public',
    handle: (call, services) =>
      signIn(services, call, {
        ...call.body,
        isRemembered: call.query._spring_security_remember_me === 'true',
      }),
  },
  signOut: { allow: 'public', handle: (call, services) => signOut(services, call) },
  changePassword: { allow: 'public', handle: (call, services) => changePassword(services, call, call.body) },
})
