// Repositories that belong to the installation: the trash can, and those that builds and release bundles are kept in. They have
// keys of their own, and are written through the calls of what they hold.
import { buildInfoFormat } from '../access/rules/build-rules.ts'
import { trashKey } from '../access/rules/rules.ts'
import { badRequest, conflict } from '../platform/errors.ts'
import type { Repository } from './repositories.ts'

/** By package type: how the keys end, and through which calls they are written. */
const kept = new Map([
  [buildInfoFormat, { ending: 'build-info', calls: 'the calls for builds (/api/build)' }],
  ['releasebundles', { ending: 'release-bundles-v2', calls: 'the calls for release bundles' }],
])

/** Such a key is taken before the first build is: it would have nowhere to go. */
export function requireKeyOfType(key: string, format: string): void {
  for (const [type, { ending }] of kept)
    if (format !== type && (key === ending || key.endsWith(`-${ending}`)))
      throw badRequest(
        `Keys that end in ${ending} belong to repositories of the package type ${type}. Choose another key.`,
        'key',
      )
}

export function refuseTrashCan(key: string): void {
  if (key === trashKey)
    throw conflict('The trash can is part of the installation. Empty it, or switch it off, instead.')
}

/** What is in them is described by rows that only their own calls keep true. */
export function refusePlainWrites({ key, format }: Pick<Repository, 'key' | 'format'>): void {
  const own = kept.get(format)
  if (own) throw conflict(`${key} takes no files directly: it is written through ${own.calls} only.`)
}
