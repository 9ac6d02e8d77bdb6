// What can be asked for over SSH: a token, as `jf` does before it goes on over HTTP.
import { refuseLocked } from '../../access/sign-in/attempts.ts'
import { rememberNewPlace } from '../../access/sign-in/known-places.ts'
import { audit } from '../../access/audit.ts'
import type { Actor } from '../../access/actor.ts'
import { findUserById } from '../../access/people/users.ts'
import { loadActor } from '../../access/rules/load-actor.ts'
import { createToken } from '../../access/tokens/token-request.ts'
import { tokenSettings } from '../../access/tokens/token-settings.ts'
import { briefSeconds } from '../../access/tokens/tokens.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { refused, type Caller } from '../../platform/ssh/connection.ts'
import type { Services } from '../feature.ts'
import type { KnownKey } from './sign-in.ts'

/** `href` is the address of the repositories, for the one who asks. */
export async function runCommand(
  services: Services,
  key: KnownKey,
  command: string,
  caller: Caller & { href: string },
): Promise<string> {
  const [name] = command.trim().split(/\s+/)
  if (name === 'git-lfs-authenticate') throw refused('There are no Git LFS repositories here.')
  if (command.trim() !== 'jfrog-authenticate')
    throw refused('The only command here is jfrog-authenticate, which gives an access token.')
  const { access } = services
  const actor = await actorOf(services, key, caller.address)
  await noteUse(services, key, actor, caller.address)
  const { longestLife } = await access.live.get(tokenSettings)
  const token = await createToken(
    access,
    { actor, address: caller.address },
    {
      description: `SSH key ${key.fingerprint}`,
      // Clients come back a few minutes before the end.
      expiresIn: longestLife > 0 ? Math.min(briefSeconds, longestLife) : briefSeconds,
    },
  )
  return JSON.stringify({ href: caller.href, headers: { Authorization: `Bearer ${token.secret}` } })
}

/** They have proven to hold the key, and may know why it does not help them. */
async function actorOf({ access }: Services, key: KnownKey, address: string): Promise<Actor> {
  const user = await findUserById(access.database.db, key.userId)
  const actor = await loadActor(access, key.userId)
  if (!user || !actor) throw refused('The user of this key is disabled. Ask an administrator.')
  const place = { address, device: undefined }
  await refuseLocked(access, user, place)
  await rememberNewPlace(access, user.id, place)
  return actor
}

async function noteUse({ access }: Services, key: KnownKey, actor: Actor, address: string): Promise<void> {
  const { id, fingerprint } = key
  await transaction(access.database, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('ssh_keys')
      .set({ last_used_at: access.clock.now().toISOString(), last_used_address: address })
      .where('id', '=', id)
      .executeTakeFirst()
    // A connection may outlive the key it came with.
    if (numUpdatedRows !== 1n) throw refused('This key was removed.')
    await audit(
      access,
      db,
      { actor, address },
      { kind: 'ssh-key.used', target: actor.name, detail: { fingerprint } },
    )
  })
}
