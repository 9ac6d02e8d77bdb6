// Signing in with SSH keys: people keep public keys in their profile, and the SSH port gives an access token to whoever holds
// the private one. The port itself is opened by app.ts (serve.ts), when it is set.
import { sshKeys as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const sshKeys: Feature = {
  name: 'ssh-keys',
  endpoints: later([contract], () => import('./routes.ts')),
}
