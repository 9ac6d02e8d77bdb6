import { message } from '../../lib/messages.ts'

/** Names in the place of a repository that stand for many. */
export const anyNames: Record<string, string> = {
  ANY: message('permissions.any'),
  'ANY LOCAL': message('permissions.anyLocal'),
  'ANY REMOTE': message('permissions.anyRemote'),
  'ANY DISTRIBUTION': message('permissions.anyDistribution'),
}

export const targetLabel = (name: string): string => anyNames[name] ?? name
