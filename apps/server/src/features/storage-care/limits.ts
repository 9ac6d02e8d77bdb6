// How full the disk may become: a warning first, then nothing more is stored, so that the database keeps its room. The disk is asked
// at most every few seconds, so that a publish does not wait for it.
import { StorageLimits, type StorageLimitState } from '@bindery/contracts'
import type { Doer } from '../../access/audit.ts'
import { readRoom } from '../../platform/disk.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import type { Guard } from '../../registry/guards.ts'
import type { Services } from '../feature.ts'
import { saveSettings } from './requests.ts'

const keptFor = 5000

const settings = liveSetting(
  'storage-limits',
  StorageLimits.extend({
    isOn: StorageLimits.shape.isOn.default(false),
    warnPercent: StorageLimits.shape.warnPercent.default(85),
    limitPercent: StorageLimits.shape.limitPercent.default(95),
  }),
)

export async function readLimits({ access, home }: Services): Promise<StorageLimitState> {
  const given = await access.live.get(settings)
  const usedPercent = await usedShare(home)
  const { isOn, warnPercent, limitPercent } = given
  const state = !isOn || usedPercent < warnPercent ? 'ok' : usedPercent < limitPercent ? 'warning' : 'full'
  return { settings: given, usedPercent, state }
}

export async function saveLimits(
  services: Services,
  by: Doer,
  given: StorageLimits,
): Promise<StorageLimitState> {
  if (given.warnPercent > given.limitPercent)
    throw badRequest(
      'The warning comes before the limit: give it a percentage that is not higher.',
      'warnPercent',
    )
  await saveSettings(services, by, settings, given, 'storage.limits-changed')
  return readLimits(services)
}

export function limitGuard({ access, home }: Services): Guard {
  let asked = { at: -Infinity, share: Promise.resolve(0) }
  const share = () => {
    if (performance.now() - asked.at > keptFor) asked = { at: performance.now(), share: usedShare(home) }
    return asked.share
  }
  return {
    name: 'storage limit',
    async beforeStore() {
      const { isOn, limitPercent } = access.live.peek(settings) ?? (await access.live.get(settings))
      if (!isOn || (await share()) < limitPercent) return
      throw new AppError(
        'storage-full',
        `The storage is fuller than its limit of ${limitPercent} %, so nothing more is stored. Ask an administrator to make room or to raise the limit.`,
      )
    },
  }
}

async function usedShare(home: string): Promise<number> {
  const { total, free } = await readRoom(home)
  return total === 0 ? 0 : Math.round(((total - free) / total) * 1000) / 10
}
