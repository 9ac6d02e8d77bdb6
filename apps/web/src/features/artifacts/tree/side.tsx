import type { TreeRoot } from '@bindery/contracts'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { message } from '../../../lib/messages.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PlatformIcon } from '../../../ui/icons.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { idOf, type Spot } from '../address.ts'
import styles from '../artifacts.module.css'
import type { TreeActions } from './tree-keys.ts'
import { TreePane } from './tree-pane.tsx'
import type { NodeRow, Row } from './tree-rows.ts'
import { loadFolder, setGroupOpen, setOpen } from './tree-state.ts'
import { useTree } from './use-tree.ts'

const FilterMenu = lazyPart(() => import('./filter-menu.tsx'), 'FilterMenu')

interface SideProps {
  roots: TreeRoot[]
  current: Spot | undefined
  selection: Spot[]
  onSelection: (spots: Spot[]) => void
  onGo: (spot: Spot) => void
}

/** The filter and the tree below it. */
export function Side({ roots, current, selection, onSelection, onGo }: SideProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const anchor = useRef<string | undefined>(undefined)
  const { rows, isSearching, isFiltered } = useTree(roots, typed, current)
  useShortcuts({ filter: () => field.current?.focus() })
  const select = (row: NodeRow, { shiftKey }: { shiftKey: boolean }) => {
    const ids = new Set(selection.map(idOf))
    const from = rows.findIndex(({ id }) => id === anchor.current)
    const to = rows.indexOf(row)
    const touched = shiftKey && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    anchor.current = row.id
    const spots = touched.flatMap((one) => (isPickable(one) ? [one.spot] : []))
    // The place that is open is part of what one begins to select.
    const before =
      selection.length === 0 && current !== undefined && current.path !== '' ? [current] : selection
    if (!shiftKey && ids.has(idOf(row.spot)))
      return onSelection(selection.filter((spot) => idOf(spot) !== idOf(row.spot)))
    onSelection([...new Map([...before, ...spots].map((spot) => [idOf(spot), spot])).values()])
  }
  const actions: TreeActions = {
    onToggle: (row, isOpen) => {
      if (row.kind === 'group') setGroupOpen(row.group, isOpen)
      else if (row.kind === 'node') setOpen(row.spot, isOpen)
    },
    onChoose: (row) => {
      if (row.kind === 'more') return void loadFolder(row.spot, true)
      if (row.kind === 'error') return void loadFolder(row.spot)
      if (row.kind !== 'node') return undefined
      anchor.current = row.id
      onSelection([])
      if (row.isBranch) setOpen(row.spot, idOf(row.spot) === (current && idOf(current)) ? !row.isOpen : true)
      return onGo(row.spot)
    },
    onSelect: select,
  }
  return (
    <div className={styles['tree']}>
      <div className={styles['filter']}>
        <SearchField
          ref={field}
          label={message('artifacts.filter')}
          placeholder={message('artifacts.filter')}
          shortcut="/"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Suspense
          fallback={<IconButton icon={PlatformIcon} label={message('artifacts.filterBy')} disabled />}
        >
          <FilterMenu roots={roots} typed={typed} onChange={setTyped} />
        </Suspense>
      </div>
      {rows.length === 0 && isFiltered ? (
        <p className={styles['nothing']} role="status">
          {message(isSearching ? 'artifacts.searching' : 'artifacts.nothingMatches')}
        </p>
      ) : (
        <TreePane rows={rows} current={current} selected={new Set(selection.map(idOf))} actions={actions} />
      )}
    </div>
  )
}

const isPickable = (row: Row): row is NodeRow => row.kind === 'node' && row.spot.path !== ''
