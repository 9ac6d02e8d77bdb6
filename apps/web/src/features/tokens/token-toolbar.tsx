import type { TokenFilter } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message, type MessageId } from '../../lib/messages.ts'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { WarningIcon } from '../../ui/icons.ts'
import { tokenCounts } from './queries.ts'
import type { TokenSearch } from './token-search.ts'

interface TokenToolbarProps {
  search: TokenSearch
  onChange: (change: TokenSearch, replace?: boolean) => void
}

const labels: Record<TokenFilter, MessageId> = {
  'never-used': 'tokens.neverUsed',
  unused: 'tokens.unused',
  'no-expiry': 'tokens.noExpiry',
  admin: 'tokens.adminScope',
}

const filters = Object.keys(labels) as TokenFilter[] // the keys of a record of all filters

export function TokenToolbar({ search, onChange }: TokenToolbarProps) {
  const counts = useQuery(tokenCounts(search)).data
  return (
    <div className={lists['toolbar']}>
      <FilterField
        className={lists['filter']}
        label={message('tokens.filter')}
        shortcut="/"
        value={search.search}
        onChange={(text) => onChange({ search: text }, true)}
      />
      <ChipRow label={message('tokens.filters')}>
        <Chip
          isSelected={search.filter === undefined}
          amount={counts?.all}
          onSelect={() => onChange({ filter: undefined })}
        >
          {message('tokens.all')}
        </Chip>
        {filters.map((filter) => (
          <Chip
            key={filter}
            isSelected={search.filter === filter}
            amount={counts?.[filter]}
            icon={
              filter === 'no-expiry' && (counts?.[filter] ?? 0) > 0 ? (
                <WarningIcon size="0.875rem" stroke={1.75} aria-hidden="true" />
              ) : null
            }
            onSelect={() => onChange({ filter })}
          >
            {message(labels[filter])}
          </Chip>
        ))}
      </ChipRow>
    </div>
  )
}
