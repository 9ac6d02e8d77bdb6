import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { SelectButton } from '../../ui/select-button.tsx'
import { realmLabel } from './realm.ts'
import { userCounts } from './queries.ts'
import { parseUserSearch, realms, type UserSearch } from './user-search.ts'
import styles from './users-screen.module.css'

interface UserToolbarProps {
  search: UserSearch
  onChange: (change: UserSearch, replace?: boolean) => void
}

export function UserToolbar({ search, onChange }: UserToolbarProps) {
  const counts = useQuery(userCounts).data
  const isSaved = search.unused !== undefined || search.admins !== undefined || search.status !== undefined
  // The shortcuts exclude each other; the fields above narrow them down.
  const only = (change: UserSearch) =>
    onChange({ status: undefined, admins: undefined, unused: undefined, ...change })
  return (
    <div className={lists['toolbar']}>
      <FilterField
        className={lists['filter']}
        label={message('people.filterUsers')}
        shortcut="/"
        value={search.search}
        onChange={(text) => onChange({ search: text }, true)}
      />
      <SelectButton
        label={message('people.realm')}
        value={search.realm ?? ''}
        options={[
          { value: '', label: message('people.all') },
          ...realms.map((realm) => ({ value: realm, label: realmLabel(realm) })),
        ]}
        onChange={(realm) => onChange({ realm: parseUserSearch({ realm }).realm })}
      />
      <FilterField
        className={lists['short']}
        label={message('people.inGroup')}
        value={search.group}
        onChange={(group) => onChange({ group }, true)}
      />
      <div className={styles['chips']}>
        <ChipRow label={message('people.savedFilters')}>
          <Chip isSelected={!isSaved} amount={counts?.all} onSelect={() => only({})}>
            {message('people.all')}
          </Chip>
          <Chip
            isSelected={search.admins !== undefined}
            amount={counts?.admins}
            onSelect={() => only({ admins: 'true' })}
          >
            {message('people.admins')}
          </Chip>
          <Chip
            isSelected={search.unused !== undefined}
            amount={counts?.unused}
            onSelect={() => only({ unused: '90' })}
          >
            {message('people.unused')}
          </Chip>
          {(['locked', 'disabled', 'invited'] as const).map((status) => (
            <Chip
              key={status}
              isSelected={search.status === status}
              amount={counts?.[status]}
              onSelect={() => only({ status })}
            >
              {message(statusLabels[status])}
            </Chip>
          ))}
        </ChipRow>
      </div>
    </div>
  )
}

const statusLabels = {
  locked: 'people.locked',
  disabled: 'people.disabled',
  invited: 'people.invited',
} as const
