// What the form of a user holds, and what of it is sent. Pure.
import { type Privilege, type UserDetails, userNamePattern } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

export type SignInWay = 'password' | 'invitation' | 'provider'

export interface UserDraft {
  name: string
  email: string
  way: SignInWay
  /** On an existing user: empty keeps the one they have. */
  password: string
  mustChangePassword: boolean
  isAdmin: boolean
  privileges: Privilege[]
  isProfileUpdatable: boolean
  hasUiAccess: boolean
  isDisabled: boolean
  /** Those that can be changed here. */
  groups: string[]
}

export const newUser: UserDraft = {
  name: '',
  email: '',
  way: 'password',
  password: '',
  mustChangePassword: true,
  isAdmin: false,
  privileges: [],
  isProfileUpdatable: true,
  hasUiAccess: true,
  isDisabled: false,
  groups: [],
}

export const draftOf = (user: UserDetails): UserDraft => ({
  name: user.name,
  email: user.email ?? '',
  way: user.isPasswordDisabled ? 'provider' : 'password',
  password: '',
  mustChangePassword: user.mustChangePassword,
  isAdmin: user.isOwnAdmin,
  privileges: user.privileges,
  isProfileUpdatable: user.isProfileUpdatable,
  hasUiAccess: user.hasUiAccess,
  isDisabled: user.status === 'disabled',
  groups: user.memberships.filter(({ source }) => source === 'internal').map(({ group }) => group),
})

export type Mistakes = Partial<Record<keyof UserDraft, string>>

/** What is wrong before anything is sent. */
export function mistakesOf(draft: UserDraft, isNew: boolean): Mistakes {
  const mandatory = message('spec.mandatory')
  if (isNew && draft.way === 'invitation') return draft.email.trim() === '' ? { email: mandatory } : {}
  return {
    ...(isNew ? nameMistake(draft.name) : {}),
    ...(isNew && draft.way === 'password' && draft.password === '' ? { password: mandatory } : {}),
  }
}

function nameMistake(name: string): Mistakes {
  if (name.trim() === '') return { name: message('spec.mandatory') }
  return userNamePattern.test(name.trim().toLowerCase()) ? {} : { name: message('spec.namePattern') }
}

export const creationOf = (draft: UserDraft) => ({
  name: draft.name.trim(),
  email: orNull(draft.email),
  ...(draft.way === 'password' ? { password: draft.password } : {}),
  isPasswordDisabled: draft.way === 'provider',
  mustChangePassword: draft.way === 'password' && draft.mustChangePassword,
  isAdmin: draft.isAdmin,
  privileges: draft.privileges,
  isProfileUpdatable: draft.isProfileUpdatable,
  hasUiAccess: draft.hasUiAccess,
  groups: draft.groups,
})

/** Only what differs: another administrator may have changed the rest meanwhile. */
export function changeOf(before: UserDraft, after: UserDraft) {
  const isChanged = (name: keyof UserDraft) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  return {
    ...(isChanged('email') ? { email: orNull(after.email) } : {}),
    ...(isChanged('way') ? { isPasswordDisabled: after.way === 'provider' } : {}),
    ...(after.password === '' ? {} : { password: after.password }),
    ...(isChanged('mustChangePassword') ? { mustChangePassword: after.mustChangePassword } : {}),
    ...(isChanged('isAdmin') ? { isAdmin: after.isAdmin } : {}),
    ...(isChanged('privileges') ? { privileges: after.privileges } : {}),
    ...(isChanged('isProfileUpdatable') ? { isProfileUpdatable: after.isProfileUpdatable } : {}),
    ...(isChanged('hasUiAccess') ? { hasUiAccess: after.hasUiAccess } : {}),
    ...(isChanged('isDisabled')
      ? { status: after.isDisabled ? ('disabled' as const) : ('enabled' as const) }
      : {}),
    ...(isChanged('groups') ? { groups: after.groups } : {}),
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
