import { useQuery } from '@tanstack/react-query'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { FilterField } from '../../shared/filter-field.tsx'
import { FormatMark } from '../../shared/format-tile.tsx'
import { useFormats } from '../../shared/formats.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { SelectButton } from '../../ui/select-button.tsx'
import type { PackageSearch } from './package-search.ts'
import styles from './packages-screen.module.css'
import { countAll, repositoryList } from './queries.ts'

interface ToolbarProps {
  search: PackageSearch
  counts: { format: string; packages: number }[] | undefined
  /** Before an administrator has searched, the field says what it is for. */
  isPrompt: boolean
  onChange: (change: PackageSearch) => void
}

export function Toolbar({ search, counts, isPrompt, onChange }: ToolbarProps) {
  return (
    <>
      <div className={styles['toolbar']}>
        <NameFilter value={search.name} isPrompt={isPrompt} onChange={(name) => onChange({ name })} />
        <RepositoryFilter value={search.repository} onChange={(repository) => onChange({ repository })} />
      </div>
      <div className={styles['chips']}>
        <TypeShortcuts counts={counts} value={search.format} onChange={(format) => onChange({ format })} />
      </div>
    </>
  )
}

interface NameFilterProps {
  value: string | undefined
  isPrompt: boolean
  onChange: (value: string | undefined) => void
}

function NameFilter({ value, isPrompt, onChange }: NameFilterProps) {
  const isNarrow = useIsNarrow()
  const plain = message(isNarrow ? 'packages.filterShort' : 'packages.filter')
  return (
    <FilterField
      className={styles['filter']}
      label={message('packages.filter')}
      placeholder={isPrompt ? message('spec.findPackages') : plain}
      shortcut="/"
      value={value}
      onChange={onChange}
    />
  )
}

function RepositoryFilter({
  value,
  onChange,
}: {
  value: string | undefined
  onChange: (key: string | undefined) => void
}) {
  const repositories = useQuery(repositoryList).data ?? []
  if (repositories.length < 2) return null
  return (
    <SelectButton
      label={message('packages.repository')}
      value={value ?? ''}
      options={[
        { value: '', label: message('packages.all') },
        ...repositories.map(({ key }) => ({ value: key, label: key })),
      ]}
      onChange={(key) => onChange(key === '' ? undefined : key)}
    />
  )
}

interface TypeShortcutsProps {
  counts: ToolbarProps['counts']
  value: string | undefined
  onChange: (format: string | undefined) => void
}

function TypeShortcuts({ counts = [], value, onChange }: TypeShortcutsProps) {
  const formats = useFormats()
  const all = countAll(counts)
  const shown = counts
    .filter(({ format, packages }) => packages > 0 || format === value)
    .toSorted((a, b) => b.packages - a.packages)
  return (
    <ChipRow label={message('packages.types')}>
      <Chip isSelected={value === undefined} amount={all} onSelect={() => onChange(undefined)}>
        {message('packages.all')}
      </Chip>
      {shown.map(({ format, packages }) => (
        <Chip
          key={format}
          icon={<FormatMark format={format} />}
          isSelected={value === format}
          amount={packages}
          onSelect={() => onChange(format)}
        >
          {formats.find(({ id }) => id === format)?.label ?? format}
        </Chip>
      ))}
    </ChipRow>
  )
}
