// What a role may allow, in the groups in which people think of it.
import type { RoleAction } from '@bindery/contracts'
import type { MessageId } from '../../lib/messages.ts'

interface ActionGroup {
  label: MessageId
  actions: { action: RoleAction; label: MessageId }[]
}

export const actionGroups: ActionGroup[] = [
  {
    label: 'roles.repositories',
    actions: [
      { action: 'READ_REPOSITORY', label: 'roles.read' },
      { action: 'ANNOTATE_REPOSITORY', label: 'roles.annotate' },
      { action: 'DEPLOY_CACHE_REPOSITORY', label: 'roles.deployCache' },
      { action: 'DELETE_OVERWRITE_REPOSITORY', label: 'roles.deleteOverwrite' },
      { action: 'MANAGE_XRAY_MD_REPOSITORY', label: 'roles.manageScan' },
    ],
  },
  {
    label: 'roles.builds',
    actions: [
      { action: 'READ_BUILD', label: 'roles.read' },
      { action: 'ANNOTATE_BUILD', label: 'roles.annotate' },
      { action: 'DEPLOY_BUILD', label: 'roles.deploy' },
      { action: 'DELETE_BUILD', label: 'roles.remove' },
      { action: 'MANAGE_XRAY_MD_BUILD', label: 'roles.manageScan' },
    ],
  },
  {
    label: 'roles.bundles',
    actions: [
      { action: 'READ_RELEASE_BUNDLE', label: 'roles.read' },
      { action: 'ANNOTATE_RELEASE_BUNDLE', label: 'roles.annotate' },
      { action: 'CREATE_RELEASE_BUNDLE', label: 'roles.create' },
      { action: 'DISTRIBUTE_RELEASE_BUNDLE', label: 'roles.distribute' },
      { action: 'DELETE_RELEASE_BUNDLE', label: 'roles.remove' },
      { action: 'MANAGE_XRAY_MD_RELEASE_BUNDLE', label: 'roles.manageScan' },
    ],
  },
  {
    label: 'roles.pipelines',
    actions: [
      { action: 'READ_SOURCES_PIPELINE', label: 'roles.readSources' },
      { action: 'TRIGGER_PIPELINE', label: 'roles.trigger' },
      { action: 'READ_INTEGRATIONS_PIPELINE', label: 'roles.readIntegrations' },
      { action: 'READ_POOLS_PIPELINE', label: 'roles.readPools' },
      { action: 'MANAGE_INTEGRATIONS_PIPELINE', label: 'roles.manageIntegrations' },
      { action: 'MANAGE_SOURCES_PIPELINE', label: 'roles.manageSources' },
      { action: 'MANAGE_POOLS_PIPELINE', label: 'roles.managePools' },
    ],
  },
  {
    label: 'roles.security',
    actions: [
      { action: 'TRIGGER_SECURITY', label: 'roles.triggerScan' },
      { action: 'ISSUES_SECURITY', label: 'roles.issues' },
      { action: 'LICENCES_SECURITY', label: 'roles.licences' },
      { action: 'REPORTS_SECURITY', label: 'roles.reports' },
      { action: 'WATCHES_SECURITY', label: 'roles.watches' },
      { action: 'POLICIES_SECURITY', label: 'roles.policies' },
      { action: 'RULES_SECURITY', label: 'roles.rules' },
    ],
  },
  {
    label: 'roles.project',
    actions: [
      { action: 'MANAGE_MEMBERS', label: 'roles.manageMembers' },
      { action: 'MANAGE_RESOURCES', label: 'roles.manageResources' },
    ],
  },
]
