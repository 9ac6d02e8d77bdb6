import { registration } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { createAccount, verifyToken } from './accounts.ts'
import { invite, listInvitations, resend, revoke } from './invitations.ts'

export const endpoints = implement(registration, {
  createAccount: { allow: 'public', handle: (call, services) => createAccount(services, call, call.body) },
  verifyToken: {
    allow: 'public',
    worksReadOnly: true,
    handle: (call, services) => verifyToken(services, call, call.body.token),
  },
  list: { allow: 'signed-in', handle: ({ actor }, services) => listInvitations(services, actor) },
  // Administrators of projects invite too; the handler knows whom they may.
  invite: { allow: 'signed-in', handle: (call, services) => invite(services, call, call.body) },
  resend: { allow: 'signed-in', handle: (call, services) => resend(services, call, call.params.id) },
  revoke: { allow: 'signed-in', handle: (call, services) => revoke(services, call, call.params.id) },
})
