// What a provider outside (LDAP, Crowd, SAML, OAuth, a trusted proxy) says about a person who signed in there.
import type { AdmitRules } from './external-users.ts'

export interface ExternalIdentity {
  /** The kind of provider; becomes the realm of the user. */
  realm: 'ldap' | 'saml' | 'oauth' | 'crowd' | 'http-sso'
  /** Which of several of that kind, by its name in the settings. */
  provider: string
  /** The name to use here. */
  name: string
  /** What the provider calls the person, when that stays though names change. */
  externalId?: string | undefined
  email?: string | undefined
  /** The person's groups there; undefined when the provider does not tell. */
  groups?: string[] | undefined
}

/** Somebody whom a realm knows by name and password, and how to let them in: `admitExternal(access, by, found, found.rules)`. */
export interface VouchedIdentity extends ExternalIdentity {
  rules: AdmitRules
}

interface RealmState {
  name: string
  isAvailable: boolean
  /** Empty, or what it means for people that it is not reachable. */
  message: string
}

/** Somewhere else where a name and a password can be checked: asked in order when the internal users do not settle it. */
export interface PasswordRealm {
  /** As the sign-in screen shows it: `LDAP`. */
  label: string
  /** Undefined when the realm does not know the person or the password is wrong. Throws when it cannot be reached. */
  check(name: string, password: string): Promise<VouchedIdentity | undefined>
  /** Undefined when it is not in use. What was found out a moment ago is not asked again, so anybody may call it. */
  state(): Promise<RealmState | undefined>
  /** A person whom somebody else let in, by name; undefined when the realm does not know them. */
  find?(name: string): Promise<ExternalIdentity | undefined>
}
