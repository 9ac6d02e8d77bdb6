// Jobs as another process would have them.
import type { TestApp } from './app.ts'
import { writeSql } from './sql.ts'

/** Until the answer is called, the job counts as running in another process that is well. */
export async function runningElsewhere(app: TestApp, id: string): Promise<() => Promise<void>> {
  const now = new Date().toISOString()
  const [kind] = id.split(':')
  await writeSql(
    app,
    `insert into jobs (id, kind, payload, state, attempts, run_after, created_at, claimed_by, claimed_until)
     values ('${id}', '${kind}', 'null', 'running', 1, '${now}', '${now}', 'elsewhere', '9999-01-01T00:00:00.000Z')
     on conflict (id) do update set state = 'running', claimed_by = 'elsewhere', claimed_until = '9999-01-01T00:00:00.000Z'`,
  )
  return () =>
    writeSql(
      app,
      `update jobs set state = 'done', claimed_by = null, claimed_until = null where id = '${id}'`,
    )
}
