import {
  accessPermissions,
  type AccessSection,
  type PermissionSection,
  type SectionName,
} from '@bindery/contracts'
import {
  changePermission,
  createPermission,
  getPermission,
  removePermission,
  type StoredPermission,
} from '../../access/rules/permission-store.ts'
import { notFound } from '../../platform/errors.ts'
import { implement } from '../feature.ts'
import { pageOfNames } from './names.ts'
import { fromSection, patched, toSection } from './permission-json.ts'

export const endpoints = implement(accessPermissions, {
  list: {
    allow: 'read-identities',
    handle: async ({ query, origin }, { database }) => {
      const { rows, cursor } = await pageOfNames(database.db, 'permissions', query)
      const permissions = rows.map(({ name }) => ({
        name,
        uri: `${origin}/access/api/v2/permissions/${encodeURIComponent(name)}`,
      }))
      return { permissions, cursor }
    },
  },
  create: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name, resources } = call.body
      // The keys of a partial record of sections are sections.
      const given = Object.entries(resources) as [SectionName, AccessSection][]
      const sections = given.map(([section, one]) => fromSection(section, one))
      return toJson(await createPermission(access, call, name, sections))
    },
  },
  get: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) => toJson(await getPermission(database.db, params.name)),
  },
  remove: {
    allow: 'write-identities',
    handle: (call, { access }) => removePermission(access, call, call.params.name),
  },
  getSection: {
    allow: 'read-identities',
    handle: async ({ params }, { database }) =>
      toSection(sectionOf(await getPermission(database.db, params.name), params.resource)),
  },
  putSection: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name, resource } = call.params
      const { sections } = await getPermission(access.database.db, name)
      const wanted = fromSection(resource, call.body)
      const changed = await changePermission(access, call, name, { sections: withSection(sections, wanted) })
      return toSection(sectionOf(changed, resource))
    },
  },
  patchSection: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name, resource } = call.params
      const { sections } = await getPermission(access.database.db, name)
      const before = sections.find((one) => one.section === resource) ?? {
        section: resource,
        targets: [],
        who: [],
      }
      const wanted = patched(before, fromSection(resource, call.body))
      const changed = await changePermission(access, call, name, { sections: withSection(sections, wanted) })
      return toSection(sectionOf(changed, resource))
    },
  },
  removeSection: {
    allow: 'write-identities',
    handle: async (call, { access }) => {
      const { name, resource } = call.params
      const { sections } = await getPermission(access.database.db, name)
      await changePermission(access, call, name, {
        sections: sections.filter((one) => one.section !== resource),
      })
    },
  },
})

const withSection = (
  sections: readonly PermissionSection[],
  wanted: PermissionSection,
): PermissionSection[] => [...sections.filter((one) => one.section !== wanted.section), wanted]

function sectionOf({ row, sections }: StoredPermission, section: SectionName): PermissionSection {
  const found = sections.find((one) => one.section === section)
  if (!found) throw notFound(`${section} section of the permission`, row.name)
  return found
}

const toJson = ({ row, sections }: StoredPermission) => ({
  name: row.name,
  resources: Object.fromEntries(sections.map((one) => [one.section, toSection(one)])),
})
