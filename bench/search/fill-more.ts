// What searches lead to beside files: how often they were downloaded, the builds that made them, and a folder that is large.
import type { Bulk } from './bulk.ts'
import { digest, idOf, repositoryId } from './rows.ts'
import { filesPerBuild, flat, repositories } from './world.ts'

export async function fillStats(
  { run, numbers, hex, time }: Bulk,
  start: number,
  end: number,
): Promise<void> {
  await run(`insert into node_stats (node_id, downloads, downloaded_at, downloaded_by)
    select ${idOf('file', hex('i', 12))}, 1 + i % 100, ${time('1710000000 + i * 6')}, 'bench' from ${numbers(start, end)} where i % 2 = 0`)
}

const buildsRepository = repositories
const flatRepository = repositories + 1

export async function fillBuilds(
  { run, numbers, hex, time }: Bulk,
  start: number,
  end: number,
): Promise<void> {
  if (start === 0) await run(repository(hex, buildsRepository, 'bench-build-info', 'buildinfo'))
  const builds = numbers(Math.ceil(start / filesPerBuild), Math.ceil(end / filesPerBuild))
  const at = time(`1700000000 + i * ${6 * filesPerBuild}`)
  const id = idOf('build', hex('i', 12))
  const module = idOf('module', hex('i', 12))
  await run(`insert into builds (id, repository_id, node_id, sha256, name, number, started, project_key, url, agent, principal, duration_ms,
      revision, branch, artifact_count, dependency_count, status, created_at, created_by, modified_at, modified_by)
    select ${id}, ${repositoryId(hex(String(buildsRepository), 12))}, ${id}, '', 'build-' || (i % 1000), '' || (i / 1000), ${at}, '', '', '', 'bench',
      0, '', '', 10, 0, '', ${at}, 'bench', ${at}, 'bench' from ${builds}`)
  await run(`insert into build_modules (id, build_id, position, name, type, repository)
    select ${module}, ${id}, 0, 'module-' || i, 'generic', '' from ${builds}`)
  const file = `(i * ${filesPerBuild} + 10 * part)`
  const parts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) => `select ${part} as part`).join(' union all ')
  await run(`insert into build_artifacts (module_id, position, name, type, sha1, sha256, md5, repository, path)
    select ${module}, part, 'file-' || ${file}, 'jar', ${digest(hex, 40, file)}, ${digest(hex, 64, file)}, ${digest(hex, 32, file)}, '', ''
    from ${builds} cross join (${parts}) as parts`)
}

export async function fillFlatFolder({ run, numbers, hex, time }: Bulk, files: number): Promise<void> {
  await run(repository(hex, flatRepository, flat.repository, 'generic'))
  const holder = repositoryId(hex(String(flatRepository), 12))
  const at = time('1700000000 + i')
  const columns =
    'id, repository_id, path, parent, name, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by, sha1, md5'
  const folders = flat.folder
    .split('/')
    .map((name, depth, names) => ({ name, parent: names.slice(0, depth).join('/') }))
  for (const [depth, { name, parent }] of folders.entries())
    await run(`insert into nodes (${columns}) select ${idOf('flat', hex(`1000000 + ${depth} + i`, 12))}, ${holder},
      '${parent === '' ? name : `${parent}/${name}`}', '${parent}', '${name}', 'folder', null, 0, '', ${at}, 'bench', ${at}, 'bench', null, null from ${numbers(0, 1)}`)
  await run(`insert into nodes (${columns}) select ${idOf('flat', hex('i', 12))}, ${holder}, '${flat.folder}/part-' || i || '.deb', '${flat.folder}',
    'part-' || i || '.deb', 'file', ${digest(hex, 64)}, i, 'application/octet-stream', ${at}, 'bench', ${at}, 'bench', ${digest(hex, 40)}, ${digest(hex, 32)} from ${numbers(0, files)}`)
}

const repository = (hex: Bulk['hex'], number: number, key: string, format: string) =>
  `insert into repositories (id, key, folded_key, kind, format, description, settings, project_key, environments, created_at)
   values (${repositoryId(hex(String(number), 12))}, '${key}', '${key}', 'local', '${format}', '', '{}', '', '[]', '2026-01-01T00:00:00.000Z')`
