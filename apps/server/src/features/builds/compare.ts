// What changed since another run, line by line.
import type { BuildChange, BuildComparison } from '@bindery/contracts'
import type { BuildRow } from '../../platform/db/schema.ts'
import { readArtifacts, readBuildProperties, readDependencies } from '../../registry/builds/build-modules.ts'
import {
  compareArtifacts,
  compareDependencies,
  compareProperties,
  type Compared,
} from '../../registry/builds/compare-builds.ts'
import type { Db } from '../../platform/db/connect.ts'
import { findRun } from '../../registry/builds/find-builds.ts'
import { noBuild, type Run } from '../../registry/builds/readable-builds.ts'
import type { Services } from '../feature.ts'

export async function compareRun(
  { database: { db } }: Services,
  { row }: Run,
  number: string | undefined,
): Promise<BuildComparison | null> {
  const other =
    number === undefined ? await runBefore(db, row) : await findRun(db, row.repository_id, row.name, number)
  if (!other) {
    if (number !== undefined) throw noBuild(row.name, number)
    return null
  }
  return {
    number: other.number,
    started: other.started,
    artifacts: linesOf(
      compareArtifacts(await readArtifacts(db, [other.id]), await readArtifacts(db, [row.id])),
      (file) => ({ group: file.module, key: file.name, value: valueOf(file) }),
    ),
    dependencies: linesOf(
      compareDependencies(await readDependencies(db, [other.id]), await readDependencies(db, [row.id])),
      (file) => ({ group: '', key: file.name, value: valueOf(file) }),
    ),
    properties: linesOf(
      compareProperties(await readBuildProperties(db, other.id), await readBuildProperties(db, row.id)),
      ([key, value]) => ({ group: '', key, value }),
    ),
  }
}

const runBefore = (db: Db, row: BuildRow): Promise<BuildRow | undefined> =>
  db
    .selectFrom('builds')
    .selectAll()
    .where('repository_id', '=', row.repository_id)
    .where('name', '=', row.name)
    .where('started', '<', row.started)
    .orderBy('started', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The name tells people what changed; where it stayed, the digest does. */
const valueOf = ({ name, sha1, sha256 }: { name: string; sha1: string; sha256: string }) =>
  `${name} ${(sha1 || sha256).slice(0, 12)}`.trim()

interface Line {
  group: string
  key: string
  value: string
}

function linesOf<T>({ isNew, removed, changed, same }: Compared<T>, toLine: (item: T) => Line) {
  const line = (kind: BuildChange['kind'], before: T | undefined, after: T | undefined): BuildChange[] => {
    const shown = after ?? before
    if (shown === undefined) return []
    const { group, key } = toLine(shown)
    const value = (item: T | undefined) => (item === undefined ? '' : toLine(item).value)
    return [{ kind, group, key, before: value(before), after: value(after) }]
  }
  return {
    same: same.length,
    items: [
      ...changed.flatMap(({ before, after }) => line('changed', before, after)),
      ...isNew.flatMap((item) => line('new', undefined, item)),
      ...removed.flatMap((item) => line('removed', item, undefined)),
    ],
  }
}
