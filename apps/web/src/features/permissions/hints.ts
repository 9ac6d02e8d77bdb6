// The classic mistakes of permissions, found while somebody makes them. Pure.
import type { Action, PermissionSection, PermissionSubject } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

interface Hint {
  id: string
  /** What it is about, set off. */
  subject: string
  text: string
}

interface Repositories {
  /** Keys of remote repositories. */
  remote: ReadonlySet<string>
}

export function findHints({ section, targets, who }: PermissionSection, repositories: Repositories): Hint[] {
  if (targets.length === 0 || (section !== 'artifact' && section !== 'build')) return []
  return [
    ...(section === 'artifact' ? remoteHints(targets, who, repositories) : []),
    ...blindHints(who),
    ...overwriteHints(who),
  ]
}

/** A remote repository fetches for those who may deploy into its cache. */
function remoteHints(
  targets: PermissionSection['targets'],
  who: readonly PermissionSubject[],
  { remote }: Repositories,
): Hint[] {
  const reached = targets
    .map(({ name }) => name)
    .filter((name) => remote.has(name) || name === 'ANY REMOTE' || (name === 'ANY' && remote.size > 0))
  const waiting = named(who, (has) => has('read') && !has('deploy'))
  if (reached[0] === undefined || waiting.length === 0) return []
  const subject =
    reached.length === 1 ? reached[0] : message('permissions.hintRemoteMany', { count: reached.length })
  return [
    {
      id: 'remote',
      subject,
      text: message('permissions.hintRemote', { who: list.format(waiting), count: waiting.length }),
    },
  ]
}

/** Clients read before they write. */
function blindHints(who: readonly PermissionSubject[]): Hint[] {
  const blind = named(who, (has) => !has('read') && (has('deploy') || has('delete') || has('annotate')))
  if (blind.length === 0) return []
  return [
    {
      id: 'blind',
      subject: list.format(blind),
      text: message('permissions.hintBlind', { count: blind.length }),
    },
  ]
}

function overwriteHints(who: readonly PermissionSubject[]): Hint[] {
  const deleting = named(who, (has) => has('delete') && !has('deploy'))
  if (deleting.length === 0) return []
  return [{ id: 'overwrite', subject: list.format(deleting), text: message('permissions.hintOverwrite') }]
}

const named = (who: readonly PermissionSubject[], test: (has: (action: Action) => boolean) => boolean) =>
  who.filter(({ actions }) => test((action) => actions.includes(action))).map(({ name }) => name)

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
