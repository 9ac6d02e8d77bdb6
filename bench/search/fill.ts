// Millions of files, written straight into the database, which nothing else uses meanwhile: one statement for each table and
// piece, indexes made again at the end, no foreign keys asked.
import { bulk, type Bulk } from './bulk.ts'
import { fillBuilds, fillFlatFolder, fillStats } from './fill-more.ts'
import { digest, idOf, repositoryId } from './rows.ts'
import { deeper, repositories } from './world.ts'

const piece = 500_000

export async function fill(
  place: Parameters<typeof bulk>[0],
  files: number,
  inFolder: number,
): Promise<void> {
  const into = await bulk(place)
  try {
    await fillRepositories(into)
    // The files have no bytes, so nobody shall look for archives among them.
    await into.run(
      `insert into settings (name, value) values ('archive-index', '{"position":0,"node":null}')`,
    )
    for (let start = 0; start < files; start += piece) {
      const end = Math.min(files, start + piece)
      await fillFiles(into, start, end)
      await fillFolders(into, start, end)
      await fillStats(into, start, end)
      await fillBuilds(into, start, end)
      console.error(`${end.toLocaleString('en')} files`)
    }
    await fillFlatFolder(into, inFolder)
  } finally {
    await into.finish()
  }
}

async function fillRepositories({ run, numbers, hex }: Bulk): Promise<void> {
  await run(`insert into repositories (id, key, folded_key, kind, format, description, settings, project_key, environments, created_at)
    select ${repositoryId(hex('i', 12))}, 'bench-' || i, 'bench-' || i, 'local', 'generic', '', '{}', '', '[]', '2026-01-01T00:00:00.000Z'
    from ${numbers(0, repositories)}`)
}

const repository = `case when i / 400 % 10 < 3 then 0 else i / 400 % ${repositories} end`
const group = `'org/g' || (i / 20000)`
const artifact = `${group} || '/a' || (i / 400 % 50)`
const folder = `${artifact} || substr('${deeper}', 1, cast(2 * (i % 6) as integer))`
const name = `'file-' || i || case i % 5 when 0 then '.pom' else '.jar' end`

async function fillFiles({ run, numbers, hex, time }: Bulk, start: number, end: number): Promise<void> {
  const files = numbers(start, end)
  const created = time('1700000000 + i * 6')
  const id = idOf('file', hex('i', 12))
  await run(`insert into blobs (sha256, sha1, md5, sha512, size, created_at)
    select ${digest(hex, 64)}, ${digest(hex, 40)}, ${digest(hex, 32)}, '', i % 100000, ${created} from ${files} where i % 2 = 0 order by 1`)
  await run(`insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by, sha1, md5)
    select ${id}, ${repositoryId(hex(repository, 12))}, ${folder} || '/' || ${name}, ${folder}, ${name}, 'file', ${digest(hex, 64)},
      i % 100000, 'application/octet-stream', ${created}, 'bench', ${time('1700000000 + i * 6 + i % 86400')}, 'bench', ${digest(hex, 40)}, ${digest(hex, 32)} from ${files}`)
  // A third of the files, with keys as clients set them.
  const values = [
    ['build.name', `'build-' || (i % 1000)`],
    ['build.number', `'' || (i / 1000 % 1000)`],
    ['npm.name', `'package-' || i`],
  ]
  for (const [key, value] of values)
    await run(
      `insert into properties (node_id, key, value, repository_id) select ${id}, '${key}', ${value}, ${repositoryId(hex(repository, 12))} from ${files} where i % 3 = 0`,
    )
}

async function fillFolders({ run, numbers, hex, time }: Bulk, start: number, end: number): Promise<void> {
  const levels = [
    [`'org'`, `''`, `'org'`],
    [group, `'org'`, `'g' || (i / 20000)`],
    [artifact, group, `'a' || (i / 400 % 50)`],
    ...[1, 2, 3, 4, 5].map((depth) => [
      `${artifact} || '${deeper.slice(0, 2 * depth)}'`,
      `${artifact} || '${deeper.slice(0, 2 * (depth - 1))}'`,
      `'${deeper[2 * depth - 1]}'`,
    ]),
  ]
  const id = (level: number) =>
    `'2000000${level}-' || substr(repository_id, 33) || '-7000-8000-' || ${hex('number', 12)}`
  for (const [level, [path, parent, last]] of levels.entries())
    await run(`insert into nodes (id, repository_id, path, parent, name, kind, size, mime_type, created_at, created_by, modified_at, modified_by)
      select ${id(level)}, repository_id, path, parent, name, 'folder', 0, '', ${time('1700000000 + number * 6')}, 'bench', ${time('1700000000 + number * 6')}, 'bench'
      from (select ${repositoryId(hex(repository, 12))} as repository_id, ${path} as path, ${parent} as parent, ${last} as name, min(i) as number
        from ${numbers(start, end)} where i % 6 >= ${Math.max(0, level - 2)} group by 1, 2, 3, 4) as folders
      where true on conflict do nothing`)
}
