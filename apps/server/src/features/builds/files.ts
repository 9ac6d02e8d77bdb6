// Artifacts and dependencies of a run, page by page, each with the place where it is now.
import { sql } from 'kysely'
import type { BuildArtifact, BuildDependency, Page } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { containing, decodeCursor, encodeCursor, toPage } from '../../platform/cursor.ts'
import type { BuildArtifactRow, BuildDependencyRow } from '../../platform/db/schema.ts'
import { linkFiles } from '../../registry/builds/build-files.ts'
import { selectFiles } from '../../registry/builds/build-modules.ts'
import type { Run } from '../../registry/builds/readable-builds.ts'
import type { Services } from '../feature.ts'

interface FileQuery {
  limit: number
  after?: string | undefined
  module?: string | undefined
  search?: string | undefined
}

type FileRow<T> = T & { module: string; module_position: number }

interface FoundFiles<R> {
  /** One more than the limit when there is another page. */
  rows: R[]
  limit: number
  total: number
}

export async function pageOfArtifacts(
  services: Services,
  actor: Actor,
  run: Run,
  query: FileQuery,
): Promise<Page<BuildArtifact>> {
  const found = await readFiles<BuildArtifactRow>(services, 'build_artifacts', run, query)
  return located(services, actor, run, found, fileOf)
}

export async function pageOfDependencies(
  services: Services,
  actor: Actor,
  run: Run,
  query: FileQuery,
): Promise<Page<BuildDependency>> {
  const found = await readFiles<BuildDependencyRow>(services, 'build_dependencies', run, query)
  return located(services, actor, run, found, (row) => ({
    ...fileOf(row),
    scopes: JSON.parse(row.scopes) as string[],
  }))
}

const fileOf = ({ module, name, type, sha1, sha256 }: FileRow<BuildArtifactRow | BuildDependencyRow>) => ({
  module,
  name,
  type,
  sha1,
  sha256,
})

async function located<R extends FileRow<BuildArtifactRow | BuildDependencyRow>, J extends object>(
  { registry }: Services,
  actor: Actor,
  { row }: Run,
  { rows, limit, total }: FoundFiles<R>,
  toJson: (row: R) => J,
) {
  const page = toPage(rows, limit, total, (last) =>
    encodeCursor(String(last.module_position), String(last.position)),
  )
  const places = await linkFiles(registry, actor, page.items, { build: row })
  return {
    ...page,
    items: page.items.map((one, index) => {
      const place = places[index]
      const location = place && { repository: place.repository.key, path: place.path, size: place.size }
      return { ...toJson(one), location: location ?? null }
    }),
  }
}

/** In the order of the document. */
async function readFiles<T extends BuildArtifactRow | BuildDependencyRow>(
  { database: { db } }: Services,
  table: 'build_artifacts' | 'build_dependencies',
  { row }: Run,
  { limit, after, module, search }: FileQuery,
): Promise<FoundFiles<FileRow<T>>> {
  let files = selectFiles(db, table).where('build_modules.build_id', '=', row.id)
  if (module !== undefined) files = files.where('build_modules.name', '=', module)
  if (search !== undefined && search !== '')
    files = files.where(sql<boolean>`lower(files.name) like ${containing(search)} escape '\\'`)
  const { total } = await files
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const [modulePosition, position] = after === undefined ? [] : decodeCursor(after, 2).map(Number)
  let page = files
    .selectAll('files')
    .select(['build_modules.name as module', 'build_modules.position as module_position'])
    .orderBy('build_modules.position')
    .orderBy('files.position')
    .limit(limit + 1)
  if (modulePosition !== undefined && position !== undefined)
    page = page.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('build_modules.position', 'files.position'), '>', tuple(modulePosition, position)),
    )
  // The table was chosen with the type.
  return { rows: (await page.execute()) as unknown as FileRow<T>[], limit, total: Number(total) }
}
