import type { MessageId } from '../../lib/messages.ts'
import type { ListedKind } from './kinds.ts'

export interface AdvancedSetting {
  name: string
  label: MessageId
  text?: MessageId
  unit?: MessageId
}

const priority: AdvancedSetting = {
  name: 'priorityResolution',
  label: 'repository.priority',
  text: 'repository.priorityText',
}
const closed: AdvancedSetting = {
  name: 'blackedOut',
  label: 'repository.closed',
  text: 'repository.closedText',
}

/** What is seldom changed, by kind. A switch, a number or a text, as its default is. */
export const advancedSettings: Record<ListedKind, AdvancedSetting[]> = {
  local: [closed, priority],
  remote: [
    { name: 'offline', label: 'repository.offline', text: 'repository.offlineText' },
    closed,
    priority,
    { name: 'hardFail', label: 'repository.hardFail', text: 'repository.hardFailText' },
    { name: 'storeArtifactsLocally', label: 'repository.store', text: 'repository.storeText' },
    { name: 'allowAnyHostAuth', label: 'repository.anyHost', text: 'repository.anyHostText' },
    { name: 'caCertificate', label: 'repository.authority', text: 'repository.authorityText' },
    { name: 'retrievalCachePeriodSecs', label: 'repository.fresh', unit: 'repository.seconds' },
    { name: 'missedRetrievalCachePeriodSecs', label: 'repository.missed', unit: 'repository.seconds' },
    { name: 'assumedOfflinePeriodSecs', label: 'repository.assumedOffline', unit: 'repository.seconds' },
    { name: 'socketTimeoutMillis', label: 'repository.timeout', unit: 'repository.millis' },
  ],
  virtual: [closed],
}
