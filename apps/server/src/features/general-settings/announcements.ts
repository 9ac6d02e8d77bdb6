// What everybody is told on every screen, and how the frame dresses.
import type { Announcements, DailyMessage } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { generalSettings } from '../../platform/installation/installation.ts'
import { licenseState } from '../../platform/installation/licenses.ts'
import { isReadOnly } from '../../platform/installation/read-only.ts'
import { blockedUsages } from '../../platform/installation/transfers.ts'
import { rebuildJob } from '../../registry/rebuild.ts'
import type { Services } from '../feature.ts'

export async function announcements(services: Services, actor: Actor): Promise<Announcements> {
  const { dailyMessage, footerMessage, dateFormat, helpLinks } = await generalSettings(services)
  return {
    isReadOnly: await isReadOnly(services),
    isMigrating: await isMigrating(services),
    message: messageOf(dailyMessage, services.clock.now()),
    blockedUsages: await blockedUsages(services),
    license: actor.isAdmin ? await licenseOf(services) : null,
    footerMessage,
    dateFormat,
    helpLinks,
  }
}

function messageOf({ text, level, from, until }: DailyMessage, now: Date): Announcements['message'] {
  const isEarly = from !== null && now.getTime() < Date.parse(from)
  const isOver = until !== null && now.getTime() >= Date.parse(until)
  return text === '' || isEarly || isOver ? null : { text, level }
}

async function licenseOf(services: Services): Promise<Announcements['license']> {
  const { type, validThrough } = await licenseState(services)
  return { type, validThrough }
}

/** The index of jobs is by state, and few are open at a time. */
async function isMigrating({ database }: Services): Promise<boolean> {
  const row = await database.db
    .selectFrom('jobs')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where('kind', '=', rebuildJob)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
