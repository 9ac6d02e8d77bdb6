// What a run has made and used, read from its rows; builds that it names as modules count as parts of it.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { BuildArtifactRow, BuildDependencyRow, BuildRow } from '../../platform/db/schema.ts'

export type Artifact = BuildArtifactRow & { module: string }
export type Dependency = BuildDependencyRow & { module: string }

/** What both have in common; `path` or `scopes` is asked for by whoever knows the table. */
type FileRow = Omit<BuildArtifactRow, 'path'>

/** Artifacts or dependencies with their modules, for queries that treat both alike. */
export const selectFiles = (db: Db, table: 'build_artifacts' | 'build_dependencies') =>
  db
    .selectFrom(sql<FileRow>`${sql.table(table)}`.as('files'))
    .innerJoin('build_modules', 'build_modules.id', 'files.module_id')

export const readArtifacts = async (db: Db, buildIds: readonly string[]): Promise<Artifact[]> =>
  // The columns are those of the table.
  (await readFiles(db, 'build_artifacts', buildIds)) as Artifact[]

export const readDependencies = async (db: Db, buildIds: readonly string[]): Promise<Dependency[]> =>
  (await readFiles(db, 'build_dependencies', buildIds)) as unknown as Dependency[]

const readFiles = (db: Db, table: 'build_artifacts' | 'build_dependencies', buildIds: readonly string[]) =>
  selectFiles(db, table)
    .selectAll('files')
    .select('build_modules.name as module')
    .where('build_modules.build_id', 'in', buildIds)
    .orderBy('build_modules.build_id')
    .orderBy('build_modules.position')
    .orderBy('files.position')
    .execute()

export async function readBuildProperties(db: Db, buildId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('build_properties')
    .select(['key', 'value'])
    .where('build_id', '=', buildId)
    .orderBy('key')
    .execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Enough for any real aggregation; a circle of builds ends here too. */
const mostParts = 100

/** The run and, in the same repository, those that its modules of type `build` name as `<name>/<number>`. */
export async function withParts(db: Db, run: BuildRow): Promise<BuildRow[]> {
  const found = new Map([[run.id, run]])
  let level = [run.id]
  while (level.length > 0 && found.size < mostParts) {
    const modules = await db
      .selectFrom('build_modules')
      .select('name')
      .where('build_id', 'in', level)
      .where('type', '=', 'build')
      .limit(mostParts)
      .execute()
    const parts = await findParts(db, run.repository_id, new Set(modules.map(({ name }) => name)))
    level = parts.filter(({ id }) => !found.has(id)).map(({ id }) => id)
    for (const part of parts) found.set(part.id, part)
  }
  return [...found.values()]
}

const idOf = ({ name, number }: BuildRow) => `${name}/${number}`

/** The newest run of each. */
async function findParts(db: Db, repositoryId: string, ids: ReadonlySet<string>): Promise<BuildRow[]> {
  const numbers = [...ids].map((id) => id.slice(id.lastIndexOf('/') + 1))
  const names = [...ids].map((id) => id.slice(0, Math.max(0, id.lastIndexOf('/'))))
  if (ids.size === 0) return []
  const rows = await db
    .selectFrom('builds')
    .selectAll()
    .where('repository_id', '=', repositoryId)
    .where('name', 'in', names)
    .where('number', 'in', numbers)
    .orderBy('started')
    .execute()
  return [...new Map(rows.filter((row) => ids.has(idOf(row))).map((row) => [idOf(row), row])).values()]
}
