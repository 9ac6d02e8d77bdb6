import type { artifactBrowser, Output } from '@bindery/contracts'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { isAdministrator } from '../../access/people/administrators.ts'
import { can } from '../../access/rules/permissions.ts'
import { whoMay } from '../../access/rules/who-may.ts'
import { forbidden } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { findNodeAt, findPlace, type Asked } from '../../registry/places.ts'

/** Names of people and of permissions: for those who manage the place. */
export async function listAccess(
  services: Services,
  actor: Actor,
  asked: Asked,
): Promise<Output<typeof artifactBrowser.access.shape>> {
  const { db } = services.database
  const { holder, path } = await pathOf(services, actor, asked)
  if (!can(actor, 'manage', holder, path === '' ? undefined : path))
    throw forbidden('Only those who have the manage right here may see who else has which right.')
  const { administrators } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('administrators'))
    .where('users.status', '=', 'enabled')
    .where(isAdministrator)
    .executeTakeFirstOrThrow()
  return { items: await whoMay(db, holder, path), administrators: Number(administrators) }
}

async function pathOf(services: Services, actor: Actor, asked: Asked) {
  const place = await findPlace(services, actor, asked)
  if (place.path === '') return { holder: place.repository, path: '' }
  const { holder, node } = await findNodeAt(services, actor, asked)
  return { holder, path: node.kind === 'folder' ? `${node.path}/` : node.path }
}
