import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { SelectButton } from '../../ui/select-button.tsx'
import { type AuditSearch, kindChoices, kindInWords, parseAuditSearch } from './audit-search.ts'
import { auditKinds } from './queries.ts'

interface AuditToolbarProps {
  search: AuditSearch
  onChange: (change: AuditSearch, replace?: boolean) => void
}

export function AuditToolbar({ search, onChange }: AuditToolbarProps) {
  const kinds = useQuery(auditKinds).data ?? []
  const choose = (name: keyof AuditSearch) => (value: string) => {
    // Read back as from the address, so that only known values get into it.
    onChange({ [name]: parseAuditSearch({ [name]: value })[name] })
  }
  return (
    <div className={lists['toolbar']}>
      <FilterField
        className={lists['short']}
        label={message('audit.filterActor')}
        shortcut="/"
        value={search.actor}
        onChange={(actor) => onChange({ actor }, true)}
      />
      <FilterField
        className={lists['short']}
        label={message('audit.filterTarget')}
        value={search.target}
        onChange={(target) => onChange({ target }, true)}
      />
      <SelectButton
        label={message('audit.columnKind')}
        value={search.kind ?? ''}
        options={[
          { value: '', label: message('audit.all') },
          ...kindChoices(kinds).map((kind) => ({
            value: kind,
            label: kind.endsWith('.*')
              ? message('audit.allOf', { thing: kindInWords(kind) })
              : kindInWords(kind),
          })),
        ]}
        onChange={choose('kind')}
      />
      <SelectButton
        label={message('audit.columnOutcome')}
        value={search.outcome ?? ''}
        options={[
          { value: '', label: message('audit.all') },
          { value: 'success', label: message('audit.success') },
          { value: 'failure', label: message('audit.failure') },
        ]}
        onChange={choose('outcome')}
      />
      <SelectButton
        label={message('audit.period')}
        value={search.since ?? ''}
        options={[
          { value: '', label: message('audit.anyTime') },
          { value: '1h', label: message('audit.lastHour') },
          { value: '24h', label: message('audit.lastDay') },
          { value: '7d', label: message('audit.lastWeek') },
          { value: '30d', label: message('audit.lastMonth') },
        ]}
        onChange={choose('since')}
      />
    </div>
  )
}
