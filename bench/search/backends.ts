// The processes of PostgreSQL that serve Bindery, when they run on this machine.
import pg from 'pg'

export async function backendsOf(databaseUrl: string | undefined): Promise<number[]> {
  if (!databaseUrl) return []
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'bindery'`,
    )
    return rows.map(({ pid }) => pid)
  } finally {
    await client.end()
  }
}
