// Who has a second factor, and taking it away from somebody who lost the device.
import type { EnrolmentState, Page, PageQuery } from '@bindery/contracts'
import type { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import { endKeysOf } from '../../access/sign-in/one-time-keys.ts'
import { removeSecondFactor, secondFactorRules } from '../../access/sign-in/second-factor.ts'
import { endSessionsOf } from '../../access/sign-in/sessions.ts'
import { findUser } from '../../access/people/users.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

type State = z.infer<typeof EnrolmentState>

export async function listEnrolments(
  { access, database }: Services,
  { after, limit, enrolled }: PageQuery & { enrolled?: 'true' | 'false' | undefined },
): Promise<Page<State>> {
  let query = database.db
    .selectFrom('users')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .select(['users.id', 'users.name', 'users.realm', 'second_factors.confirmed_at'])
    .where('users.status', '=', 'enabled')
    .where('users.name', '!=', 'anonymous')
    .orderBy('users.name')
    .limit(limit + 1)
  if (after !== undefined) query = query.where('users.name', '>', after)
  if (enrolled !== undefined)
    query = query.where('second_factors.user_id', enrolled === 'true' ? 'is not' : 'is', null)
  const rows = await query.execute()
  const items = await Promise.all(
    rows.slice(0, limit).map(async ({ id, name, realm, confirmed_at }) => ({
      name,
      realm,
      isEnrolled: confirmed_at !== null,
      isRequired: (await secondFactorRules(access, { id, name, realm })).isRequired,
    })),
  )
  const hasNextPage = rows.length > limit
  return { items, total: -1, hasNextPage, endCursor: hasNextPage ? (items.at(-1)?.name ?? null) : null }
}

/** Sessions end too: whoever found the device may be in one. */
export async function resetEnrolment({ access }: Services, by: Doer, name: string): Promise<void> {
  await transaction(access.database, async (db, after) => {
    const user = await findUser(db, name)
    if (!user || !(await removeSecondFactor(access, db, after, by, user)))
      throw notFound('second factor of', name)
    await endSessionsOf(db, user.id)
    await endKeysOf(db, user.id)
    await audit(access, db, by, { kind: 'second-factor.reset', target: user.name })
  })
}
