import { message } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './tokens.module.css'

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
    <section className={styles['bulk']} aria-label={message('tokens.bulk')}>
      <span className={styles['bulkText']} role="status">
        {message('tokens.selected', { count: amount })}
      </span>
      {amount < loaded ? (
        <Button look="plain" size={28} onClick={onSelectAll}>
          {message('tokens.selectAll', { count: loaded })}
        </Button>
      ) : null}
      <Button look="plain" size={28} onClick={onClear}>
        {message('tokens.clearSelection')}
      </Button>
      <span className={styles['spacer']} />
      <Button look="danger" size={28} onClick={onRevoke}>
        {message('tokens.revokeSelected')}
      </Button>
    </section>
  )
}
