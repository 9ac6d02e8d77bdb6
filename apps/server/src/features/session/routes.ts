import { passwords, secondFactor, session, signInScreen } from '@bindery/contracts'
import { implement, type HandlerOf } from '../feature.ts'
import {
  checkSession,
  endAllSessions,
  endOneSession,
  endUserSession,
  endUserSessions,
  listSessions,
  listUserSessions,
} from './devices.ts'
import { forgotPassword, resetPassword, validateKey } from './passwords.ts'
import { pathOnThisSite } from './redirect.ts'
import { enroll, newRecoveryCodes, remove, state, verify } from './second-factor.ts'
import { changePassword, current, signIn, signOut } from './session.ts'
import { loginDialog, loginRelatedData, realmStates, visualMode } from './sign-in-screen.ts'

// The web application of the JFrog Platform asks in two places, and programs at the root too: the same call each time.
const signInCall: HandlerOf<typeof session, 'signIn'> = {
  allow: 'public',
  worksReadOnly: true,
  handle: (call, services) =>
    signIn(services, call, {
      ...call.body,
      isRemembered: call.query._spring_security_remember_me === 'true',
    }),
}
const loginDataCall: HandlerOf<typeof signInScreen, 'loginData'> = {
  allow: 'public',
  worksReadOnly: true,
  handle: (_, services) => loginRelatedData(services),
}
const realmsCall: HandlerOf<typeof signInScreen, 'realms'> = {
  allow: 'public',
  handle: (_, services) => realmStates(services),
}
const enrollCall: HandlerOf<typeof secondFactor, 'enroll'> = {
  allow: 'public',
  handle: (call, services) => enroll(services, call),
}
const verifyCall: HandlerOf<typeof secondFactor, 'verify'> = {
  allow: 'public',
  worksReadOnly: true,
  handle: (call, services) => verify(services, call, call.body.otp),
}

export const endpoints = [
  ...implement(session, {
    current: { allow: 'public', handle: (call, services) => current(services, call) },
    signIn: signInCall,
    signInAccess: signInCall,
    signInAccessRoot: signInCall,
    signOut: { allow: 'public', worksReadOnly: true, handle: (call, services) => signOut(services, call) },
    check: { allow: 'public', handle: (call, services) => checkSession(services, call) },
    changePassword: {
      allow: 'public',
      handle: (call, services) => changePassword(services, call, call.body),
    },
    listSessions: { allow: 'signed-in', handle: (call, services) => listSessions(services, call) },
    endSession: {
      allow: 'signed-in',
      worksReadOnly: true,
      handle: (call, services) => endOneSession(services, call, call.params.id),
    },
    endSessions: {
      allow: 'signed-in',
      worksReadOnly: true,
      handle: (call, services) => endAllSessions(services, call, call.query.keep),
    },
    listUserSessions: {
      allow: 'read-identities',
      handle: (call, services) => listUserSessions(services, call, call.params.name),
    },
    endUserSession: {
      allow: 'write-identities',
      worksReadOnly: true,
      handle: (call, services) => endUserSession(services, call, call.params.name, call.params.id),
    },
    endUserSessions: {
      allow: 'write-identities',
      worksReadOnly: true,
      handle: (call, services) => endUserSessions(services, call, call.params.name),
    },
  }),
  ...implement(signInScreen, {
    loginData: loginDataCall,
    loginDataAccess: loginDataCall,
    loginDataAccessRoot: loginDataCall,
    realms: realmsCall,
    realmsRoot: realmsCall,
    loginDialog: { allow: 'public', handle: (_, services) => loginDialog(services) },
    visualMode: { allow: 'public', handle: (_, services) => visualMode(services) },
    // There are no plug-ins that check people; the screen asks all the same.
    userPlugins: { allow: 'public', handle: () => ({ isUserPluginEnabled: false }) },
    redirect: { allow: 'public', handle: ({ query }) => ({ url: pathOnThisSite(query.redirectTo) }) },
  }),
  ...implement(secondFactor, {
    enroll: enrollCall,
    enrollAccess: enrollCall,
    enrollAccessRoot: enrollCall,
    verify: verifyCall,
    verifyAccess: verifyCall,
    verifyAccessRoot: verifyCall,
    state: { allow: 'signed-in', handle: ({ actor }, services) => state(services, actor) },
    remove: { allow: 'signed-in', handle: (call, services) => remove(services, call, call.body.password) },
    newRecoveryCodes: {
      allow: 'signed-in',
      handle: (call, services) => newRecoveryCodes(services, call, call.body.password),
    },
  }),
  ...implement(passwords, {
    forgotPassword: {
      allow: 'public',
      handle: (call, services) => forgotPassword(services, call, call.body.user),
    },
    validateKey: {
      allow: 'public',
      worksReadOnly: true,
      handle: (call, services) => validateKey(services, call, call.query.key),
    },
    resetPassword: {
      allow: 'public',
      handle: (call, services) => resetPassword(services, call, call.query.key, call.body),
    },
  }),
]
