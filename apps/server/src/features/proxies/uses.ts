// Which remote repositories name which proxy.
import type { Db } from '../../platform/db/connect.ts'

/** Keys of repositories, by the key of the proxy. */
export async function usesOfProxies(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('repositories')
    .select(['key', 'settings'])
    .where('kind', '=', 'remote')
    .orderBy('key')
    .execute()
  const uses = new Map<string, string[]>()
  for (const { key, settings } of rows) {
    const { proxy } = JSON.parse(settings) as { proxy?: unknown }
    if (typeof proxy === 'string' && proxy !== '') uses.set(proxy, [...(uses.get(proxy) ?? []), key])
  }
  return uses
}
