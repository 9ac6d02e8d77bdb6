// When and from where tokens were last used: noted in memory, written now and then, never per request.
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'

export interface TokenUse {
  at: string
  address: string | null
}

export async function flushTokenUses(access: Access): Promise<void> {
  if (access.tokenUses.size === 0) return
  const uses = [...access.tokenUses]
  access.tokenUses.clear()
  try {
    await transaction(access.database, async (db) => {
      for (const [id, use] of uses)
        await db
          .updateTable('tokens')
          .set({ last_used_at: use.at, last_used_address: use.address })
          .where('id', '=', id)
          .execute()
    })
  } catch (error) {
    for (const [id, use] of uses) if (!access.tokenUses.has(id)) access.tokenUses.set(id, use)
    throw error
  }
}
