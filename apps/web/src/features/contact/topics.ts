import { type ContactTopic, contactTopics } from '@bindery/contracts'
import { message, type MessageId } from '../../lib/messages.ts'

const labels: Record<ContactTopic, MessageId> = {
  demo: 'spec.topicDemo',
  support: 'spec.topicSupport',
  trialExtension: 'spec.topicTrialExtension',
  sales: 'spec.topicSales',
}

export const topicLabel = (topic: ContactTopic) => message(labels[topic])

/** What the address says, when it is one of the topics. */
export const topicOf = (context: string): ContactTopic | undefined =>
  contactTopics.find((topic) => topic === context)
