// Tells administrators about names that stand both in a local member and in the cache of a remote one: somebody publishes
// under a name of ours, or our name is not ours alone. The upstream is not asked, which would tell it our names.
import { findFiles } from '../file-nodes.ts'
import { formatOf, type Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'

/** How long a name that was looked at is not looked at again. */
const pauseSeconds = 600

export function noteHidden(
  registry: Registry,
  virtual: Repository,
  remotes: readonly Repository[],
  name: string,
): void {
  const key = `${virtual.id} ${name}`
  const now = registry.clock.now()
  const { hiddenChecks } = registry.remotes
  if (hiddenChecks.has(key, now)) return
  hiddenChecks.add(key, now, pauseSeconds)
  // Nobody waits for it, and an answer does not fail with it.
  lookForName(registry, virtual, remotes, name).catch((error: unknown) =>
    registry.database.log.warn('Hidden names could not be looked for', { repository: virtual.key, error }),
  )
}

async function lookForName(
  registry: Registry,
  virtual: Repository,
  remotes: readonly Repository[],
  name: string,
): Promise<void> {
  const path = formatOf(registry, virtual).upstream?.document.pathOf(name)
  if (path === undefined) return
  const found = await findFiles(registry, [...remotes], path)
  for (const remote of remotes)
    if (found.has(remote.id) && registry.remotes.healths.noteHidden(remote, name))
      registry.database.log.warn('A package of an upstream is hidden: a local repository has its name', {
        package: name,
        repository: virtual.key,
        remote: remote.key,
      })
}
