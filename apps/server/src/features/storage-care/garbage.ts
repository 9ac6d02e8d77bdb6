// Garbage collection: when it runs, how much at a time, and what it did.
import { GarbageSettings, type GarbageRun, type GarbageState } from '@bindery/contracts'
import type { Doer } from '../../access/audit.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import { adoptOrphans } from '../../registry/garbage/adopt.ts'
import { markGarbage } from '../../registry/garbage/mark.ts'
import { asideMilliseconds, countGarbage, settleAside, sweepGarbage } from '../../registry/garbage/sweep.ts'
import { beginRun, withRun, type Run } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'
import { defineTask, readTask, saveSettings, takeTurn } from './requests.ts'

export const garbageTask = defineTask('collect-garbage')

const hour = 3_600_000
const gigabyte = 1024 ** 3

const settings = liveSetting(
  'garbage',
  GarbageSettings.extend({
    isOn: GarbageSettings.shape.isOn.default(true),
    everyHours: GarbageSettings.shape.everyHours.default(4),
    undoDays: GarbageSettings.shape.undoDays.default(1),
    maxGigabytes: GarbageSettings.shape.maxGigabytes.default(null),
    maxMinutes: GarbageSettings.shape.maxMinutes.default(60),
  }),
)

type Result = Pick<GarbageRun, 'isPreview' | 'looked' | 'adopted' | 'removed' | 'isCutShort'>

export async function readGarbage(services: Services): Promise<GarbageState> {
  const { access, clock, database } = services
  const given = await access.live.get(settings)
  return {
    settings: given,
    ...(await countGarbage(database.db, dueBefore(given, clock.now()))),
    ...(await readTask<Result>(services, garbageTask, intervalOf(given))),
  }
}

export const saveGarbage = (services: Services, by: Doer, given: GarbageSettings) =>
  saveSettings(services, by, settings, given, 'storage.garbage-settings-changed')

export async function collectGarbage(
  services: Services,
  _payload: unknown,
  context: JobContext,
): Promise<void> {
  const { access, clock, registry } = services
  await settleAside(registry, new Date(clock.now().getTime() - asideMilliseconds))
  const given = await access.live.get(settings)
  const begun = await takeTurn(services, garbageTask, intervalOf(given), (db, { by, isPreview }) =>
    beginRun(db, garbageTask.job, { by, now: clock.now(), result: nothingYet(isPreview) }),
  )
  if (begun) await withRun(services, begun, (run) => collect(services, given, run, context))
}

const nothingYet = (isPreview: boolean): Result => ({
  ...{ isPreview, looked: 0, adopted: 0 },
  removed: { count: 0, bytes: 0 },
  isCutShort: false,
})

async function collect(
  { clock, registry }: Services,
  given: GarbageSettings,
  { result, tell }: Run<Result>,
  { signal }: JobContext,
): Promise<void> {
  const looked = async (count: number) => {
    result.looked = count
    await tell()
  }
  result.adopted = (await adoptOrphans(registry, { signal, tell })).adopted
  result.looked = await markGarbage(registry, { signal, tell: looked })
  if (result.isPreview) return
  const mayGoOn = budgetOf(given)
  await sweepGarbage(registry, {
    before: dueBefore(given, clock.now()),
    signal,
    async goOn(removed) {
      result.removed = { ...removed }
      await tell()
      result.isCutShort = !mayGoOn(removed.bytes)
      return !result.isCutShort
    },
  })
}

function budgetOf({ maxGigabytes, maxMinutes }: GarbageSettings): (bytes: number) => boolean {
  const began = performance.now()
  return (bytes) =>
    (maxGigabytes === null || bytes < maxGigabytes * gigabyte) &&
    (maxMinutes === null || performance.now() - began < maxMinutes * 60_000)
}

const dueBefore = ({ undoDays }: GarbageSettings, now: Date) => new Date(now.getTime() - undoDays * 24 * hour)

const intervalOf = ({ isOn, everyHours }: GarbageSettings) => (isOn ? everyHours * hour : null)
