// Several members' words about one package as one: what the first of them says stands. Pure.
import type { PackageContents, PackageVersion } from '../packages.ts'

/** Undefined when there is none. */
export function mergeContents(all: readonly PackageContents[]): PackageContents | undefined {
  const [first, ...others] = all
  if (!first || others.length === 0) return first
  const versions = new Map<string, PackageVersion>()
  const tags = new Map<string, string>()
  for (const one of all) {
    for (const version of one.versions)
      if (!versions.has(version.version)) versions.set(version.version, version)
    for (const { tag, version } of one.tags) if (!tags.has(tag)) tags.set(tag, version)
  }
  return {
    name: first.name,
    revision: all.reduce((sum, one) => sum + one.revision, 0),
    createdAt: earliest(all.map((one) => one.createdAt)),
    modifiedAt: latest(all.map((one) => one.modifiedAt)),
    readme: all.find((one) => one.readme)?.readme ?? null,
    versions: [...versions.values()],
    tags: [...tags].map(([tag, version]) => ({ tag, version })),
  }
}

/** Of texts that sort as times do. */
const earliest = (times: string[]) => times.reduce((a, b) => (a < b ? a : b))
const latest = (times: string[]) => times.reduce((a, b) => (a > b ? a : b))
