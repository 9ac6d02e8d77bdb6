// What changed between two runs: artifacts, dependencies, environment. Pure.
import type { Artifact, Dependency } from './build-modules.ts'

export interface Compared<T> {
  isNew: T[]
  removed: T[]
  changed: { before: T; after: T }[]
  same: T[]
}

/** Of several with one key, the first counts: a module seldom has two artifacts of a name. */
function compare<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
  isSame: (a: T, b: T) => boolean,
): Compared<T> {
  const known = byKey(before, keyOf)
  const now = byKey(after, keyOf)
  const result: Compared<T> = { isNew: [], removed: [], changed: [], same: [] }
  for (const [key, item] of now) {
    const old = known.get(key)
    if (old === undefined) result.isNew.push(item)
    else if (isSame(old, item)) result.same.push(item)
    else result.changed.push({ before: old, after: item })
  }
  for (const [key, item] of known) if (!now.has(key)) result.removed.push(item)
  return result
}

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  const map = new Map<string, T>()
  for (const item of items) if (!map.has(keyOf(item))) map.set(keyOf(item), item)
  return map
}

export const compareArtifacts = (before: readonly Artifact[], after: readonly Artifact[]) =>
  compare(before, after, (file) => `${family(file.module)}\n${family(file.name)}`, isSameFile)

export const compareDependencies = (before: readonly Dependency[], after: readonly Dependency[]) =>
  compare(once(before), once(after), (file) => family(file.name), isSameFile)

export const compareProperties = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  compare(
    [...before],
    [...after],
    ([key]) => key,
    ([, a], [, b]) => a === b,
  )

const isSameFile = (a: Named, b: Named) => a.name === b.name && digestOf(a) === digestOf(b)

type Named = { name: string; sha1: string; sha256: string; md5: string }

const digestOf = (file: Named) => file.sha1 || file.sha256 || file.md5

/** Several modules use one dependency; that is one line. */
const once = <T extends Named>(files: readonly T[]): T[] => [
  ...new Map(files.map((file) => [`${file.name}\n${digestOf(file)}`, file])).values(),
]

/**
 * The name without its version, so that `react:19.3.0` and `react:19.3.1` are one thing that changed: the part behind the
 * last colon, or what looks like a version in a file name.
 */
function family(name: string): string {
  const parts = name.split(':')
  if (parts.length > 1) return parts.slice(0, -1).join(':')
  return name.replaceAll(/[-_@]v?\d+(?:\.\d\w*)*/g, '')
}
