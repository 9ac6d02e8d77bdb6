import type { TreeRoot } from '@bindery/contracts'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyIcon, DeleteIcon, MoveIcon } from '../../ui/icons.ts'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { RemoveDialog } from './actions/remove-dialog.tsx'
import { TransferDialog } from './actions/transfer-dialog.tsx'
import { idOf, linkTo, type Spot } from './address.ts'
import styles from './item.module.css'

interface SelectionPanelProps {
  roots: TreeRoot[]
  spots: Spot[]
  onDone: () => void
}

/** Several places at once: what they are, and what can be done with all of them. */
export function SelectionPanel({ roots, spots, onDone }: SelectionPanelProps) {
  const [open, setOpen] = useState<'copy' | 'move' | 'remove' | undefined>(undefined)
  const close = () => setOpen(undefined)
  return (
    <section className={styles['panel']} aria-label={message('artifacts.selection')}>
      <div className={styles['head']}>
        <h2 className={styles['name']} aria-live="polite">
          {message('shared.selected', { count: spots.length })}
        </h2>
        <div className={styles['actions']}>
          <Button icon={CopyIcon} onClick={() => void copyText(spots.map(idOf).join('\n'))}>
            {message('artifacts.copyPaths')}
          </Button>
          <ChangeButton icon={CopyIcon} onClick={() => setOpen('copy')}>
            {message('artifacts.copyTo')}
          </ChangeButton>
          <ChangeButton icon={MoveIcon} onClick={() => setOpen('move')}>
            {message('artifacts.moveTo')}
          </ChangeButton>
          <ChangeButton icon={DeleteIcon} onClick={() => setOpen('remove')}>
            {message('artifacts.delete')}
          </ChangeButton>
          <Button look="plain" onClick={onDone}>
            {message('artifacts.clearSelection')}
          </Button>
        </div>
      </div>
      <Card>
        <SimpleTable label={message('artifacts.selection')} rows={spots} rowKey={idOf} columns={columns()} />
      </Card>
      {open === 'copy' || open === 'move' ? (
        <TransferDialog kind={open} from={spots} roots={roots} onClose={close} />
      ) : null}
      {open === 'remove' ? (
        <RemoveDialog spots={spots} roots={roots} onClose={close} onDone={onDone} />
      ) : null}
    </section>
  )
}

const columns = (): { header: string; cell: (spot: Spot) => ReactNode }[] => [
  {
    header: message('artifacts.repositoryPath'),
    cell: (spot) => <Link {...linkTo(spot)}>{idOf(spot)}</Link>,
  },
]
