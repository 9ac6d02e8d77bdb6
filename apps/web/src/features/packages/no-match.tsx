import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { useFormat } from '../../shared/formats.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.ts'
import styles from './no-match.module.css'
import type { PackageSearch } from './package-search.ts'

/** Says which filters are active, and drops each or all of them. */
export function NoMatch({
  search,
  onChange,
}: {
  search: PackageSearch
  onChange: (change: PackageSearch) => void
}) {
  const { name, format, repository } = search
  const label = useFormat(format ?? '')?.label ?? format
  return (
    <Empty title={message('spec.noPackages')}>
      <div className={styles['filters']} role="group" aria-label={message('packages.activeFilters')}>
        {name === undefined ? null : (
          <Drop
            text={message('packages.filterName', { value: name })}
            onDrop={() => onChange({ name: undefined })}
          />
        )}
        {label === undefined ? null : (
          <Drop
            text={message('packages.filterFormat', { value: label })}
            onDrop={() => onChange({ format: undefined })}
          />
        )}
        {repository === undefined ? null : (
          <Drop
            text={message('packages.filterRepository', { value: repository })}
            onDrop={() => onChange({ repository: undefined })}
          />
        )}
      </div>
      <Button
        look="plain"
        onClick={() => onChange({ name: undefined, format: undefined, repository: undefined })}
      >
        {message('packages.dropAll')}
      </Button>
    </Empty>
  )
}

function Drop({ text, onDrop }: { text: string; onDrop: () => void }) {
  return (
    <Button
      size={28}
      icon={CloseIcon}
      aria-label={message('packages.dropFilter', { filter: text })}
      onClick={onDrop}
    >
      {text}
    </Button>
  )
}
