import type { Action } from '@bindery/contracts'
import type { MessageId } from '../../lib/messages.ts'

export const actionLabels: Record<Action, MessageId> = {
  read: 'permissions.read',
  annotate: 'permissions.annotate',
  deploy: 'permissions.deploy',
  delete: 'permissions.delete',
  scan: 'permissions.scan',
  manage: 'permissions.manage',
  distribute: 'permissions.distribute',
  execute: 'permissions.execute',
}

export const allActions = Object.keys(actionLabels) as Action[] // the keys of a record of all actions
