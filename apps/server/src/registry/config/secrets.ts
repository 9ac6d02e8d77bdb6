// Passwords of upstreams: sealed when they are kept, opened only where a request is sent.
import type { Vault } from '../../platform/vault.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Settings } from './read.ts'

const contextOf = (repositoryId: string) => `repository.${repositoryId}.password`

/** What goes with the user name to the upstream; empty when nothing was stored. */
export function openPassword(
  vault: Vault,
  repository: { id: string; config: { password?: string } },
): string {
  const sealed = repository.config.password ?? ''
  return sealed === '' ? '' : vault.open(sealed, contextOf(repository.id))
}

/**
 * Takes the password out of what was given and puts it sealed into what is kept. Left out or empty, the stored one stays,
 * because that is how it is shown; but not for another server, which must not be told it. Null removes it.
 */
export function sealPassword(
  vault: Vault,
  repositoryId: string,
  given: Readonly<Record<string, unknown>>,
  settings: Settings,
  before: Settings = {},
): Settings {
  const { password: _, ...rest } = settings
  const { password } = given
  if (typeof password === 'string' && password !== '')
    return { ...rest, password: vault.seal(password, contextOf(repositoryId)) }
  if (password === null || typeof before.password !== 'string') return rest
  if (serverOf(before.url) !== serverOf(settings.url))
    throw badRequest(
      'The address leads to another server. Give the password again, or null to use none.',
      'password',
    )
  return { ...rest, password: before.password }
}

const serverOf = (url: unknown) => (typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '')
