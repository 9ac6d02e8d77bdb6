import type { ManagedRepository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { Chip } from '../../ui/chip.tsx'
import { SelectButton } from '../../ui/select-button.tsx'
import { typeList } from './queries.ts'
import type { RepositorySearch } from './repository-search.ts'

interface RepositoryToolbarProps {
  /** All of the kind, whatever the filters say. */
  rows: ManagedRepository[]
  search: RepositorySearch
  onChange: (change: RepositorySearch, replace?: boolean) => void
}

/** Only what there is to filter by is offered. */
export function RepositoryToolbar({ rows, search, onChange }: RepositoryToolbarProps) {
  const types = useQuery(typeList).data ?? []
  const label = (id: string) => types.find((type) => type.id === id)?.label ?? id
  const problems = rows.filter((row) => row.problems.length > 0).length
  return (
    <div className={lists['toolbar']}>
      <FilterField
        className={lists['filter']}
        label={message('repositories.filter')}
        shortcut="/"
        value={search.filter}
        onChange={(filter) => onChange({ filter }, true)}
      />
      <Choice
        label={message('repositories.columnType')}
        value={search.type}
        values={rows.map((row) => row.format)}
        textOf={label}
        onChange={(type) => onChange({ type })}
      />
      <Choice
        label={message('repository.project')}
        value={search.project}
        values={rows.map((row) => row.projectKey)}
        onChange={(project) => onChange({ project })}
      />
      <Choice
        label={message('repository.environment')}
        value={search.environment}
        values={rows.flatMap((row) => row.environments)}
        onChange={(environment) => onChange({ environment })}
      />
      {problems === 0 && search.problems === undefined ? null : (
        <div className={lists['push']}>
          <Chip
            isSelected={search.problems !== undefined}
            amount={problems}
            onSelect={() => onChange({ problems: search.problems === undefined ? 'true' : undefined })}
          >
            {message('repository.problemsOnly')}
          </Chip>
        </div>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  values: string[]
  textOf?: (value: string) => string
  onChange: (value: string | undefined) => void
}

function Choice({ label, value = '', values, textOf = (text) => text, onChange }: ChoiceProps) {
  const there = [...new Set([...values, value])].filter((one) => one !== '').sort()
  if (there.length === 0) return null
  return (
    <SelectButton
      label={label}
      value={value}
      options={[
        { value: '', label: message('repository.all') },
        ...there.map((one) => ({ value: one, label: textOf(one) })),
      ]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}

export function isShown(row: ManagedRepository, search: RepositorySearch): boolean {
  return (
    row.key.toLowerCase().includes((search.filter ?? '').toLowerCase()) &&
    (search.type === undefined || row.format === search.type) &&
    (search.project === undefined || row.projectKey === search.project) &&
    (search.environment === undefined || row.environments.includes(search.environment)) &&
    (search.problems === undefined || row.problems.length > 0)
  )
}
