// Backups in the configuration document.
import type { Doer } from '../../access/audit.ts'
import { mergeKeyed, type PlainObject, readElement } from '../../registry/config/elements.ts'
import { flag, integer, list, text } from '../../registry/config/member.ts'
import type { ConfigurationPart, Services } from '../feature.ts'
import { listBackups, removeBackup, saveBackup } from './backups.ts'

const week = 168

const members = {
  enabled: flag(),
  cronExp: text(),
  retentionPeriodHours: integer(week, 0, 1_000_000),
  excludedRepositories: list(),
  excludeNewRepositories: flag(),
  createArchive: flag(),
  sendMailOnError: flag(true),
}

const defaults = {
  enabled: false,
  cronExp: '',
  retentionPeriodHours: week,
  excludedRepositories: [],
  excludeNewRepositories: false,
  createArchive: false,
  sendMailOnError: true,
}

export const backupsPart: ConfigurationPart = {
  path: ['backups'],
  async describe(services) {
    return Object.fromEntries((await listBackups(services)).map(({ key, ...rest }) => [key, rest]))
  },
  merge: (services, by, given) =>
    mergeKeyed('backups', given, {
      keys: async () => (await listBackups(services)).map(({ key }) => key),
      remove: (key) => removeBackup(services, by, key),
      merge: (key, element) => mergeBackup(services, by, key, element),
    }),
}

async function mergeBackup(services: Services, by: Doer, key: string, { key: _, ...given }: PlainObject) {
  const { values, rest } = readElement(`backups.${key}`, given, members)
  const before = (await listBackups(services)).find((one) => one.key === key)
  await saveBackup(services, by, { ...defaults, ...before, ...values, key })
  // Also new repositories are in it: what wants that otherwise is told to have no effect.
  return values.excludeNewRepositories === true ? { ...rest, excludeNewRepositories: true } : rest
}
