// What the settings of a repository are called in its form.
import { message, type MessageId } from '../../lib/messages.ts'
import { advancedSettings } from './advanced-settings.ts'

const labels = new Map<string, MessageId>([
  ['rclass', 'repository.kind'],
  ['description', 'repositories.description'],
  ['notes', 'repository.notes'],
  ['xrayIndex', 'repository.scanned'],
  ['projectKey', 'repository.project'],
  ['environments', 'repository.environments'],
  ['url', 'repository.url'],
  ['username', 'repository.username'],
  ['password', 'repository.password'],
  ['proxy', 'repository.proxy'],
  ['disableProxy', 'repository.proxy'],
  ['repositories', 'repository.members'],
  ['defaultDeploymentRepo', 'repository.deployTo'],
  ['members', 'repository.federation'],
  ['includesPattern', 'repository.includes'],
  ['excludesPattern', 'repository.excludes'],
  ...Object.values(advancedSettings)
    .flat()
    .map(({ name, label }): [string, MessageId] => [name, label]),
])

/** Each once. What the form does not have goes by the name that scripts use. */
export function settingLabels(names: readonly string[]): string[] {
  const shown = names.map((name) => {
    const label = labels.get(name)
    return label === undefined ? name : message(label)
  })
  return [...new Set(shown)]
}
