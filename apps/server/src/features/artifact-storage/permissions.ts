// Who may do what to an item, by permissions: administrators, who may do everything, are not listed.
import type { Action, ItemPermissions, PermissionSection } from '@bindery/contracts'
import type { z } from 'zod'
import { decide } from '../../access/rules/permissions.ts'
import { readSections } from '../../access/rules/permission-sections.ts'
import { compilePatterns, namesFor } from '../../access/rules/rules.ts'
import { forbidden } from '../../platform/errors.ts'
import { uriOf, type Asked } from './asked.ts'

type Principals = z.output<typeof ItemPermissions>['principals']

export async function itemPermissions(asked: Asked): Promise<z.output<typeof ItemPermissions>> {
  const { services, actor, item } = asked
  const { repository, path } = item
  const decision = decide(actor, 'manage', repository, path)
  if (!decision.allowed) throw forbidden(decision.why)
  const { db } = services.database
  const names = namesFor(repository)
  const rows = await db
    .selectFrom('permission_targets')
    .select('permission_id')
    .distinct()
    .where('section', '=', 'artifact')
    .where('target', 'in', names)
    .execute()
  const sections = await readSections(
    db,
    rows.map((row) => row.permission_id),
  )
  const principals: Principals = { users: {}, groups: {} }
  for (const section of [...sections.values()].flat())
    if (section.section === 'artifact' && covers(section, names, path)) collect(principals, section)
  return { uri: uriOf(asked), principals }
}

const covers = ({ targets }: PermissionSection, names: readonly string[], path: string): boolean =>
  targets.some(
    ({ name, includePatterns, excludePatterns }) =>
      names.includes(name) &&
      compilePatterns(includePatterns).some((pattern) => pattern.matches(path)) &&
      !compilePatterns(excludePatterns).some((pattern) => pattern.matches(path)),
  )

function collect(principals: Principals, { who }: PermissionSection): void {
  for (const { kind, name, actions } of who) {
    const list = principals[kind === 'user' ? 'users' : 'groups']
    const given = actions.flatMap((action) => letters[action] ?? [])
    list[name] = [...new Set([...(list[name] ?? []), ...given])]
  }
}

/** As the wire writes them. */
const letters: Partial<Record<Action, string>> = {
  read: 'r',
  deploy: 'w',
  annotate: 'n',
  delete: 'd',
  manage: 'm',
  scan: 'mxm',
  distribute: 'x',
}
