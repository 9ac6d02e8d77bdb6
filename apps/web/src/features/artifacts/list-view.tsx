import { artifactBrowser, type ItemDetails, type TreeItem, type TreeRoot } from '@bindery/contracts'
import { useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { pages } from '../../lib/query.ts'
import { useSelection } from '../../lib/selection.ts'
import { Empty } from '../../shared/empty.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import lists from '../../shared/list-page.module.css'
import { RowCheckbox } from '../../shared/row-checkbox.tsx'
import { SelectionBar } from '../../shared/selection-bar.tsx'
import { When } from '../../shared/when.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { CopyIcon, DeleteIcon, MoveIcon } from '../../ui/icons.ts'
import { RemoveDialog } from './actions/remove-dialog.tsx'
import { TransferDialog } from './actions/transfer-dialog.tsx'
import { linkTo } from './address.ts'
import { fileShape, NodeIcon } from './node-icon.tsx'
import styles from './list-view.module.css'
import { sortItems } from './sort-items.ts'

/** Larger than in the tree: who looks at a list wants to see far. */
const chunk = 500

/** A folder as a flat list, for very many files: sorted, ticked, and something done with what is ticked. */
export function ListView({ item, roots }: { item: ItemDetails; roots: TreeRoot[] }) {
  const { repository, path } = item
  const list = usePagedRows(pages(artifactBrowser.children, { query: { repository, path, limit: chunk } }))
  const [sort, setSort] = useState<Sort | undefined>(undefined)
  const [open, setOpen] = useState<'copy' | 'move' | 'remove' | undefined>(undefined)
  const rows = list.rows ?? []
  const selection = useSelection(rows.map((row) => row.path))
  const spots = rows
    .filter((row) => selection.keys.has(row.path))
    .map((row) => ({ repository: row.repository, path: row.path }))
  // What is not here yet cannot be sorted.
  const canSort = !list.hasMore && rows.length <= 5000
  return (
    <div className={styles['list']}>
      {selection.keys.size === 0 ? null : (
        <SelectionBar
          label={message('artifacts.selection')}
          amount={selection.keys.size}
          loaded={rows.length}
          onSelectAll={() => selection.set(rows.map((row) => row.path))}
          onClear={selection.clear}
        >
          <ChangeButton size={28} icon={CopyIcon} onClick={() => setOpen('copy')}>
            {message('artifacts.copyTo')}
          </ChangeButton>
          <ChangeButton size={28} icon={MoveIcon} onClick={() => setOpen('move')}>
            {message('artifacts.moveTo')}
          </ChangeButton>
          <ChangeButton size={28} icon={DeleteIcon} onClick={() => setOpen('remove')}>
            {message('artifacts.delete')}
          </ChangeButton>
        </SelectionBar>
      )}
      <Card fills>
        <PagedList
          list={list}
          failed={message('artifacts.itemFailed')}
          empty={<Empty title={message('artifacts.emptyFolder')} />}
          complete={(count) => message('artifacts.entries', { count })}
          hints={[{ keys: ['j', 'k'], text: message('shared.keyMove') }]}
          rowHeight={36}
        >
          {(all, isDimmed) => (
            <DataTable
              label={message('artifacts.listOf', { name: item.name })}
              rows={canSort ? sortItems(all, sort) : all}
              total={list.total}
              columns={columnsOf(item, selection, canSort)}
              rowKey={(row) => row.path}
              rowHeight={36}
              sort={canSort ? sort : undefined}
              onSort={setSort}
              isDimmed={isDimmed}
              onEnd={list.loadMore}
              onSelect={(row) => selection.toggle(row.path)}
              onCopy={(row) => void copyText(`${repository}/${row.path}`)}
              card={entryOf(item)}
            />
          )}
        </PagedList>
      </Card>
      {open === 'copy' || open === 'move' ? (
        <TransferDialog kind={open} from={spots} roots={roots} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'remove' ? (
        <RemoveDialog
          spots={spots}
          roots={roots}
          onClose={() => setOpen(undefined)}
          onDone={selection.clear}
        />
      ) : null}
    </div>
  )
}

function columnsOf(
  item: ItemDetails,
  selection: ReturnType<typeof useSelection>,
  canSort: boolean,
): Column<TreeItem>[] {
  return [
    {
      id: 'select',
      header: message('artifacts.select'),
      isHeaderHidden: true,
      width: '2.5rem',
      cell: (row) => (
        <RowCheckbox
          label={message('artifacts.selectRow', { name: row.name })}
          checked={selection.keys.has(row.path)}
          onToggle={(isRange) => selection.toggle(row.path, isRange)}
        />
      ),
    },
    {
      id: 'name',
      header: message('artifacts.name'),
      width: 'minmax(12rem, 1fr)',
      canSort,
      cell: nameOf(item),
    },
    {
      id: 'size',
      header: message('artifacts.size'),
      width: '7rem',
      isNumber: true,
      canSort,
      cell: (row) => (row.isFolder ? null : size(row.size)),
    },
    {
      id: 'modified',
      header: message('artifacts.modified'),
      width: '10rem',
      canSort,
      cell: (row) => <When at={row.modifiedAt} />,
    },
  ]
}

const nameOf = (item: ItemDetails) => (row: TreeItem) => <Name item={item} row={row} />

function Name({ item, row }: { item: ItemDetails; row: TreeItem }) {
  const link = linkTo({ repository: item.repository, path: row.path })
  return (
    <span className={styles['name']}>
      <NodeIcon shape={row.isFolder ? 'folder' : fileShape(row.name)} />
      <Link {...link} search={(before: object) => before}>
        {row.name}
      </Link>
    </span>
  )
}

const entryOf = (item: ItemDetails) => (row: TreeItem) => <Entry item={item} row={row} />

/** On a phone. */
function Entry({ item, row }: { item: ItemDetails; row: TreeItem }) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <Name item={item} row={row} />
        <span className={lists['small']}>
          {row.isFolder ? null : `${size(row.size)} · `}
          <When at={row.modifiedAt} />
        </span>
      </div>
    </div>
  )
}
