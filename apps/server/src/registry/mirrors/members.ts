// The members of federated repositories as mirrors: each is told of every change that is made here.
import type { Db } from '../../platform/db/connect.ts'
import type { RepositoryRow } from '../../platform/db/schema.ts'
import { requireUpstream } from '../config/check.ts'
import { isObject } from '../config/member.ts'
import type { Settings } from '../config/read.ts'
import type { Registry } from '../registry.ts'
import { federatedConfig, toRepository, type Repository } from '../repositories.ts'
import { noteChanges } from './changes.ts'
import type { Mirror } from './mirror.ts'
import { stateOf, wakeMirror } from './state.ts'

const timeoutMs = 15_000

export async function membersOf(registry: Registry, db: Db, repository: Repository): Promise<Mirror[]> {
  if (repository.kind !== 'federated') return []
  const { members, disableProxy, proxy } = federatedConfig(repository)
  if (members.length === 0) return []
  const rows = await db
    .selectFrom('mirrors')
    .select(['url', 'secret'])
    .where('repository_id', '=', repository.id)
    .execute()
  const secrets = new Map(rows.map(({ url, secret }) => [url, secret]))
  return members.map(({ url, enabled }) => ({
    ...{ repository, url, kind: 'push', isFederated: true, isEnabled: enabled },
    ...{ followsEvents: true, cronExp: '', syncDeletes: true, syncProperties: true, timeoutMs },
    proxy: disableProxy ? null : proxy || undefined,
    authorization() {
      const secret = secrets.get(url)
      return secret ? `Bearer ${registry.access.vault.open(secret, contextOf(repository))}` : undefined
    },
    ...{ isWhole: true, includes: () => true },
  }))
}

const contextOf = ({ id }: Repository) => `repository.${id}.member`

/** Tokens are kept beside the configuration, sealed: no answer can hold them. */
export function withoutTokens(settings: Settings): Settings {
  const { members } = settings
  if (!Array.isArray(members)) return settings
  return {
    ...settings,
    members: members.map((one: unknown) =>
      isObject(one) ? { url: one['url'], enabled: one['enabled'] } : one,
    ),
  }
}

/** In the transaction that writes the configuration: tokens that were given, and all files for members that are new. */
export async function keepMembers(
  db: Db,
  registry: Registry,
  row: RepositoryRow,
  config: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (row.kind !== 'federated') return
  const repository = toRepository(row)
  const given = new Map(tokensIn(config['members']))
  for (const member of await membersOf(registry, db, repository)) {
    requireUpstream(member.url)
    const { id, state } = await stateOf(db, member)
    const token = given.get(member.url)
    if (token !== undefined) {
      const secret = registry.access.vault.seal(token, contextOf(repository))
      await db.updateTable('mirrors').set({ secret, failures: 0 }).where('id', '=', id).execute()
    }
    if (!member.isEnabled || (state !== 'never_run' && token === undefined)) continue
    await noteChanges(db, id, [''])
    await wakeMirror(db, id, registry.clock.now())
  }
}

const tokensIn = (members: unknown): [string, string][] =>
  (Array.isArray(members) ? members : []).flatMap((one: unknown): [string, string][] => {
    if (!isObject(one)) return []
    const { url, accessToken } = one
    return typeof url === 'string' && typeof accessToken === 'string' && accessToken !== ''
      ? [[url, accessToken]]
      : []
  })
