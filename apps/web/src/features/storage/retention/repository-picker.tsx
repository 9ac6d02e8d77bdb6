import { repositories } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../../lib/messages.ts'
import { query } from '../../../lib/query.ts'
import { CacheIcon, LocalIcon } from '../../../ui/icons.ts'
import { NamePicker } from './name-picker.tsx'

interface RepositoryPickerProps {
  label?: string
  description?: string
  keys: string[]
  onChange: (keys: string[]) => void
  takesPatterns?: boolean
}

/** Repositories that hold files, chosen from a list. */
export function RepositoryPicker({
  label = message('retention.repositories'),
  description = message('retention.repositoriesHelp'),
  keys,
  onChange,
  takesPatterns = false,
}: RepositoryPickerProps) {
  const { data: all = [] } = useQuery(query(repositories.managed, {}))
  const options = all
    .filter(({ kind }) => kind !== 'virtual')
    .map(({ key, kind }) =>
      kind === 'remote' ? { value: `${key}-cache`, icon: CacheIcon } : { value: key, icon: LocalIcon },
    )
  return (
    <NamePicker
      label={label}
      description={description}
      empty={message('retention.noneToAdd')}
      options={options}
      names={keys}
      onChange={onChange}
      takesOthers={takesPatterns}
    />
  )
}
