// The file that is a version of a package, for clients that know packages and want paths.
import type { Actor } from '../../access/actor.ts'
import { can } from '../../access/rules/permissions.ts'
import { notFound } from '../../platform/errors.ts'
import type { Registry } from '../../registry/registry.ts'
import { findRepository } from '../../registry/repositories.ts'
import { physicalMembers } from '../../registry/virtual/members.ts'

interface AskedVersion {
  package_type: string
  package_repo_name: string
  package_name: string
  package_version: string
}

/** `repository/folder/file`, from the first repository that has it. */
export async function findLeadFile(registry: Registry, actor: Actor, asked: AskedVersion): Promise<string> {
  const repository = await findRepository(registry, asked.package_repo_name)
  const members = repository ? await physicalMembers(registry, repository) : []
  const rows = await registry.database.db
    .selectFrom('packages')
    .innerJoin('versions', 'versions.package_id', 'packages.id')
    .innerJoin('nodes', 'nodes.version_id', 'versions.id')
    .select(['nodes.repository_id', 'nodes.path'])
    .where('packages.repository_id', 'in', [...members.map(({ id }) => id), ''])
    .where('packages.format', '=', asked.package_type.toLowerCase())
    .where('packages.name', '=', asked.package_name)
    .where('versions.version', '=', asked.package_version)
    .orderBy('nodes.path')
    .execute()
  for (const member of members) {
    const row = rows.find((one) => one.repository_id === member.id && can(actor, 'read', member, one.path))
    if (row) return `${member.key}/${row.path}`
  }
  throw notFound('version', `${asked.package_name} ${asked.package_version}`)
}
