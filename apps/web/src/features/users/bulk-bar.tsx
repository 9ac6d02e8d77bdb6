// What can be done to several users at once. Takes the place of the filters while rows are ticked.
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { SelectionBar } from '../../shared/selection-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { type BulkAction, BulkDialog, bulkLabels } from './bulk-dialog.tsx'

interface BulkBarProps {
  names: string[]
  loaded: number
  onSelectAll: () => void
  onClear: () => void
}

const direct: BulkAction[] = ['add-to-group', 'disable', 'unlock']
const further: BulkAction[] = [
  'remove-from-group',
  'enable',
  'expire-password',
  'revoke-tokens',
  'reset-second-factor',
]

export function BulkBar({ names, loaded, onSelectAll, onClear }: BulkBarProps) {
  const [action, setAction] = useState<BulkAction | undefined>(undefined)
  return (
    <SelectionBar
      label={message('people.bulk')}
      amount={names.length}
      loaded={loaded}
      onSelectAll={onSelectAll}
      onClear={onClear}
    >
      {direct.map((one) => (
        <Button key={one} size={28} onClick={() => setAction(one)}>
          {message(bulkLabels[one])}
        </Button>
      ))}
      <Menu
        target={
          <Button size={28} icon={MoreIcon}>
            {message('people.more')}
          </Button>
        }
      >
        {further.map((one) => (
          <MenuItem key={one} onClick={() => setAction(one)}>
            {message(bulkLabels[one])}
          </MenuItem>
        ))}
        <MenuDivider />
        <MenuItem onClick={() => setAction('delete')}>{message(bulkLabels.delete)}</MenuItem>
      </Menu>
      {action === undefined ? null : (
        <BulkDialog action={action} names={names} onDone={onClear} onClose={() => setAction(undefined)} />
      )}
    </SelectionBar>
  )
}
