import type { TreeRoot } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PlatformIcon } from '../../../ui/icons.ts'
import { Menu, MenuChoice, MenuLabel } from '../../../ui/menu.tsx'

interface FilterMenuProps {
  roots: TreeRoot[]
  typed: string
  onChange: (typed: string) => void
}

/** The same words that can be typed, as choices. */
export function FilterMenu({ roots, typed, onChange }: FilterMenuProps) {
  const kinds = [...new Set(roots.map(({ kind }) => kind))].filter((kind) => kind !== 'trash')
  const formats = [...new Set(roots.map(({ format }) => format))].toSorted()
  const chosen = (name: string) => new RegExp(`${name}:(\\S*)`, 'i').exec(typed)?.[1] ?? ''
  const choose = (name: string, value: string) => {
    const rest = typed.replace(new RegExp(`\\s*${name}:\\S*`, 'i'), '').trim()
    onChange([...(value === '' ? [] : [`${name}:${value}`]), rest].join(' ').trim())
  }
  const all = { value: '', label: message('artifacts.all') }
  return (
    <Menu target={<IconButton icon={PlatformIcon} label={message('artifacts.filterBy')} />}>
      <MenuLabel>{message('artifacts.filterKind')}</MenuLabel>
      <MenuChoice
        label={message('artifacts.filterKind')}
        value={chosen('kind')}
        options={[all, ...kinds.map((kind) => ({ value: kind, label: kind }))]}
        onChange={(kind) => choose('kind', kind)}
      />
      <MenuLabel>{message('artifacts.filterType')}</MenuLabel>
      <MenuChoice
        label={message('artifacts.filterType')}
        value={chosen('pkg')}
        options={[all, ...formats.map((format) => ({ value: format, label: format }))]}
        onChange={(format) => choose('pkg', format)}
      />
    </Menu>
  )
}
