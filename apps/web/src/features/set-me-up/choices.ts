// What the panel is about: a package type, a repository of it, a client, and what for. Pure.
import type { Repository } from '@bindery/contracts'
import type { SetMeUpConfig } from '../../lib/set-me-up.ts'

export type Verb = 'install' | 'publish' | 'both'
/** A person at a keyboard, or a build server that has its token in a variable. */
export type Audience = 'me' | 'ci'

interface Wanted {
  format?: string | undefined
  repository?: string | undefined
}

/** What the page is about that is open: `/packages/npm:%2F%2Fx`, `?repository=npm-local`. */
export function wantedHere(path: string, search: Record<string, unknown>): Wanted {
  const id = /^\/packages\/([^/]+)/.exec(path)?.[1]
  const format = id === undefined ? search['format'] : decodeURIComponent(id).split('://')[0]
  const { repository = /^\/repos\/tree\/[^/]+\/([^/]+)/.exec(path)?.[1] } = search
  return {
    format: typeof format === 'string' ? format : undefined,
    repository: typeof repository === 'string' ? repository : undefined,
  }
}

export const wantedOf = (config: SetMeUpConfig, here: Wanted): Wanted =>
  config.getActiveNode ? here : { format: config.format, repository: config.repository }

/** Those that can do it: to publish one needs the right, and only what is local takes files. Best first. */
export function usable(all: Repository[], format: string, verb: Verb): Repository[] {
  const rank = verb === 'install' ? ['virtual', 'remote', 'local'] : ['local', 'remote', 'virtual']
  return all
    .filter(
      (one) =>
        one.format === format &&
        (verb === 'install' || ((one.kind === 'local' || one.kind === 'federated') && one.can['deploy'])),
    )
    .toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || a.key.localeCompare(b.key, 'en'))
}

/** A line with the address and the token in it. A token that is not there yet leaves a gap to fill by hand. */
export const filled = (line: string, url: string, token: string) =>
  line
    .replaceAll('{url}', url)
    .replaceAll('{address}', url.replace(/^https?:\/\//, ''))
    .replaceAll('{host}', URL.parse(url)?.hostname ?? '')
    .replaceAll('{token}', token)
