// Folders with very many files, faster than they could be sent.
import type { TestApp } from './app.ts'
import { writeSql } from './sql.ts'

/** Writes `f100000`, `f100001`… into a folder, each a copy of a file that is there already. */
export const copyFile = (app: TestApp, path: string, folder: string, count: number): Promise<void> =>
  writeSql(
    app,
    `insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type, created_at, created_by,
       modified_at, modified_by, version_id)
     with recursive n(i) as (select 100000 union all select i + 1 from n where i < ${99_999 + count})
     select '${folder}' || i, repository_id, '${folder}/f' || i, '${folder}', 'f' || i, kind, sha256, size, mime_type,
       created_at, created_by, modified_at, modified_by, version_id
     from nodes, n where path = '${path}'`,
  )
