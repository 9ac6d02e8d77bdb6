import { message } from '../../lib/messages.ts'
import { SelectionBar } from '../../shared/selection-bar.tsx'
import { ChangeButton } from '../../ui/button.tsx'

interface RevokeBarProps {
  amount: number
  loaded: number
  onSelectAll: () => void
  onClear: () => void
  onRevoke: () => void
}

/** Takes the place of the filters while rows are ticked. */
export function RevokeBar({ amount, loaded, onSelectAll, onClear, onRevoke }: RevokeBarProps) {
  return (
    <SelectionBar
      label={message('tokens.bulk')}
      amount={amount}
      loaded={loaded}
      onSelectAll={onSelectAll}
      onClear={onClear}
    >
      <ChangeButton look="danger" size={28} onClick={onRevoke}>
        {message('tokens.revokeSelected')}
      </ChangeButton>
    </SelectionBar>
  )
}
