import { message } from '../../../lib/messages.ts'

/** The way to the rules. */
export const crumbs = () => [
  { text: message('spec.administration'), to: '/admin' },
  { text: message('shell.storageSummary'), to: '/admin/monitoring/storage-summary' },
]
