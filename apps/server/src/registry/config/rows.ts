// A repository as a row: made from what somebody gave, and changed by it.
import type { RepositoryRow } from '../../platform/db/schema.ts'
import { badRequest } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { requireKeyOfType } from '../built-in.ts'
import { withoutTokens } from '../mirrors/members.ts'
import type { Registry } from '../registry.ts'
import { requireRemote } from './check.ts'
import { requireKey } from './keys.ts'
import { list, text } from './member.ts'
import { findPackageType, type RepositoryKind } from './package-types.ts'
import { fillConfig, readSettings, type Settings } from './read.ts'
import { sealPassword } from './secrets.ts'

export interface NewRepository {
  key: string
  kind: RepositoryKind
  format: string
  /** The members of the wire, as loosely typed as they came; `description`, `projectKey` and `environments` too. */
  config: Readonly<Record<string, unknown>>
}

export interface RepositoryChange {
  key: string
  config: Readonly<Record<string, unknown>>
}

export function toRow(registry: Registry, { key, kind, format, config }: NewRepository): RepositoryRow {
  requireKey(key)
  const type = findPackageType(format)
  if (!type)
    throw badRequest(`There is no package type ${JSON.stringify(format.slice(0, 64))}.`, 'packageType')
  if (!type.kinds.includes(kind))
    throw badRequest(`There are no ${kind} repositories of the package type ${type.id}.`, 'packageType')
  requireKeyOfType(key, type.id)
  const id = newId()
  const read = readSettings(kind, type.id, config)
  const settings = withoutTokens(sealPassword(registry.access.vault, id, config, read))
  if (kind === 'remote') requireRemote(settings)
  return {
    id,
    key,
    folded_key: key.toLowerCase(),
    kind,
    format: type.id,
    ...columnsOf(config, { description: '', project_key: '', environments: '[]' }),
    settings: JSON.stringify(settings),
    created_at: registry.clock.now().toISOString(),
    zapped_at: null,
  }
}

export function changedRow(
  registry: Registry,
  row: RepositoryRow,
  config: RepositoryChange['config'],
): RepositoryRow {
  refuseOtherIdentity(row, config)
  const before = settingsOf(row)
  // Only toRow writes the kind.
  const read = readSettings(row.kind as RepositoryKind, row.format, config, before)
  const settings = withoutTokens(sealPassword(registry.access.vault, row.id, config, read, before))
  if (row.kind === 'remote') requireRemote(settings)
  return { ...row, ...columnsOf(config, row), settings: JSON.stringify(settings) }
}

function refuseOtherIdentity(
  row: RepositoryRow,
  { key, rclass, packageType }: RepositoryChange['config'],
): void {
  if (typeof key === 'string' && key !== '' && key !== row.key)
    throw badRequest(`The key of ${row.key} cannot change.`, 'key')
  if (typeof rclass === 'string' && rclass !== '' && rclass.toLowerCase() !== row.kind)
    throw badRequest(`${row.key} is a ${row.kind} repository; that cannot change.`, 'rclass')
  if (
    typeof packageType === 'string' &&
    packageType !== '' &&
    findPackageType(packageType)?.id !== row.format
  )
    throw badRequest(`${row.key} has the package type ${row.format}; that cannot change.`, 'packageType')
}

type Columns = Pick<RepositoryRow, 'description' | 'project_key' | 'environments'>

function columnsOf(config: RepositoryChange['config'], before: Columns): Columns {
  const { description, projectKey, environments } = config
  const given = <T>(value: unknown, read: () => T, kept: T) => (value === undefined ? kept : read())
  return {
    description: given(description, () => text().read(description ?? '', 'description'), before.description),
    project_key: given(projectKey, () => text().read(projectKey ?? '', 'projectKey'), before.project_key),
    environments: given(
      environments,
      () => JSON.stringify(list().read(environments ?? [], 'environments')),
      before.environments,
    ),
  }
}

/** The members of the wire that are not as before, by name only: secrets are among them. */
export function changedNames(before: RepositoryRow, after: RepositoryRow): string[] {
  const was = wholeOf(before, after.kind)
  const is = wholeOf(after, after.kind)
  return Object.keys({ ...was, ...is }).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  )
}

/** With the defaults of the kind filled in: giving a default by name changes nothing. */
const wholeOf = (row: RepositoryRow, kind: string): Settings => ({
  rclass: row.kind,
  description: row.description,
  projectKey: row.project_key,
  environments: row.environments,
  // Only toRow writes the kind.
  ...fillConfig(kind as RepositoryKind, row.format, settingsOf(row)),
})

export const settingsOf = (row: RepositoryRow) => JSON.parse(row.settings) as Settings
