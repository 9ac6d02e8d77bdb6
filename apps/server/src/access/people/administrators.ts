// Somebody must be left who can change things: asked at the end of every transaction that could take the last one away.
import { conflict } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { sql } from 'kysely'
import { anonymousName } from '../rules/load-actor.ts'

/**
 * Whether a user is an administrator, by the own mark or through a group; for queries on `users`. Whoever comes without
 * credentials is none, whatever groups `anonymous` is in.
 */
export const isAdministrator = sql<boolean>`(users.name <> ${anonymousName} and (users.is_admin = 1 or exists (
  select 1 from memberships inner join groups on groups.id = memberships.group_id
  where memberships.user_id = users.id and groups.is_admin = 1)))`

/** Such transactions run one after the other (access-version.ts), so that two cannot each rely on the other's. */
export async function keepAnAdministrator(db: Db): Promise<void> {
  const left = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.status', '=', 'enabled')
    .where(isAdministrator)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw conflict('This is the last administrator. Make another user an administrator first.')
}
