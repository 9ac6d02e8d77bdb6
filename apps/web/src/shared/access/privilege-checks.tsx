import type { Privilege } from '@bindery/contracts'
import { message, type MessageId } from '../../lib/messages.ts'
import { CheckRow } from '../../ui/check-row.tsx'

interface PrivilegeChecksProps {
  /** Administrators have all of them. */
  isAdmin: boolean
  privileges: Privilege[]
  /** Each with a sentence about it. */
  hasTexts?: boolean
  onChange: (privileges: Privilege[]) => void
}

/** What users or groups may do beside the permissions on repositories. */
export function PrivilegeChecks({ isAdmin, privileges, hasTexts = false, onChange }: PrivilegeChecksProps) {
  return all.map(({ value, label, text }) => (
    <CheckRow
      key={value}
      label={message(label)}
      description={hasTexts ? message(text) : undefined}
      checked={isAdmin || privileges.includes(value)}
      disabled={isAdmin}
      onChange={(isOn) => onChange(isOn ? [...privileges, value] : privileges.filter((one) => one !== value))}
    />
  ))
}

const all: { value: Privilege; label: MessageId; text: MessageId }[] = [
  { value: 'resources', label: 'people.manageResources', text: 'people.manageResourcesText' },
  { value: 'policies', label: 'people.managePolicies', text: 'people.managePoliciesText' },
  { value: 'watches', label: 'people.manageWatches', text: 'people.manageWatchesText' },
  { value: 'reports', label: 'people.manageReports', text: 'people.manageReportsText' },
  { value: 'auditor', label: 'people.auditor', text: 'people.auditorText' },
]
