// Fields that several kinds of providers have, with the same meaning.
import type { MessageId } from '../../lib/messages.ts'
import type { Field } from './kind.ts'

export const displayName: Field = {
  type: 'text',
  name: 'displayName',
  label: 'providers.displayName',
  help: 'providers.displayNameHelp',
}

export const enabled = (help: MessageId): Field => ({
  type: 'check',
  name: 'isEnabled',
  label: 'providers.enabled',
  help,
})

export const autoCreateUsers: Field = {
  type: 'check',
  name: 'autoCreateUsers',
  label: 'providers.autoCreateUsers',
  help: 'providers.autoCreateUsersHelp',
}

export const syncGroups: Field = {
  type: 'check',
  name: 'syncGroups',
  label: 'providers.syncGroups',
  help: 'providers.syncGroupsHelp',
}

export const allowProfile: Field = { type: 'check', name: 'allowProfile', label: 'providers.allowProfile' }
