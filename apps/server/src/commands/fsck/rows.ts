// What the rows say of each other. Each query finds what must not exist, and names the repository that it concerns; the same
// text on both engines.
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

type Mend = 'folders' | 'sizes' | 'facts' | undefined

export interface RowProblem {
  sentence: string
  repository: string
  what: string
  /** How it can be repaired; undefined when only a person can. */
  mend: Mend
}

const checks: { sentence: string; mend: Mend; query: string }[] = [
  {
    sentence: 'A file without the row of its bytes',
    mend: undefined,
    query: `select r.key, n.path as what from nodes n join repositories r on r.id = n.repository_id
      left join blobs b on b.sha256 = n.sha256 where n.kind = 'file' and b.sha256 is null`,
  },
  {
    sentence: 'A file whose size is not that of its bytes',
    mend: 'sizes',
    query: `select r.key, n.path as what from nodes n join repositories r on r.id = n.repository_id
      join blobs b on b.sha256 = n.sha256 where n.size <> b.size`,
  },
  {
    sentence: 'A file or folder without the folder it lies in',
    mend: 'folders',
    query: `select r.key, n.path as what from nodes n join repositories r on r.id = n.repository_id
      left join nodes p on p.repository_id = n.repository_id and p.path = n.parent and p.kind = 'folder'
      where n.parent <> '' and p.id is null`,
  },
  {
    sentence: 'A version without a file',
    mend: 'facts',
    query: `select r.key, p.name || ' ' || v.version as what from versions v join packages p on p.id = v.package_id
      join repositories r on r.id = p.repository_id left join nodes n on n.version_id = v.id where n.id is null`,
  },
  {
    sentence: 'A package with a wrong number of versions',
    mend: 'facts',
    query: `select r.key, p.name as what from packages p join repositories r on r.id = p.repository_id
      left join versions v on v.package_id = p.id group by r.key, p.id, p.name, p.version_count
      having p.version_count <> count(v.id) or count(v.id) = 0`,
  },
  {
    sentence: 'A package whose newest version is missing',
    mend: 'facts',
    query: `select r.key, p.name as what from packages p join repositories r on r.id = p.repository_id
      left join versions v on v.package_id = p.id and v.version = p.latest where v.id is null`,
  },
  {
    sentence: 'A tag on a version that is missing',
    mend: 'facts',
    query: `select r.key, p.name || ' ' || t.tag as what from tags t join packages p on p.id = t.package_id
      join repositories r on r.id = p.repository_id
      left join versions v on v.package_id = t.package_id and v.version = t.version where v.id is null`,
  },
]

export async function checkRows(db: Db): Promise<RowProblem[]> {
  const problems: RowProblem[] = []
  for (const { sentence, mend, query } of checks) {
    const { rows } = await sql.raw<{ key: string; what: string }>(query).execute(db)
    problems.push(...rows.map(({ key, what }) => ({ sentence, mend, repository: key, what })))
  }
  return problems
}

/** The file of SQLite itself; PostgreSQL looks after its own. */
export async function checkEngine(db: Db): Promise<string[]> {
  const { rows } = await sql.raw<{ integrity_check: string }>('pragma integrity_check').execute(db)
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
}
