import type { AuditEntry } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { exactTime } from '../../lib/time.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon } from '../../ui/icons.ts'
import styles from './audit-screen.module.css'
import { type AuditSearch, kindInWords } from './audit-search.ts'
import { Outcome } from './audit-table.tsx'

interface AuditEntryPanelProps {
  entry: AuditEntry
  onClose: () => void
  onFilter: (change: AuditSearch) => void
}

/** Everything one entry says, and the way to what else the same person did. */
export function AuditEntryPanel({ entry, onClose, onFilter }: AuditEntryPanelProps) {
  const detail = JSON.stringify(entry.detail, null, 2)
  const facts = [
    { label: message('audit.columnTime'), value: exactTime(entry.at) },
    { label: message('audit.columnOutcome'), value: <Outcome outcome={entry.outcome} /> },
    { label: message('audit.columnKind'), value: <code>{entry.kind}</code> },
    { label: message('audit.columnActor'), value: entry.actor },
    { label: message('audit.columnAddress'), value: entry.address ?? message('audit.noAddress') },
    { label: message('audit.columnTarget'), value: entry.target ?? message('shared.notGiven') },
  ]
  return (
    <Card className={styles['panel']} label={message('audit.details')}>
      <CardHead>
        <h2 className={styles['headTitle']}>{kindInWords(entry.kind)}</h2>
        <IconButton icon={CloseIcon} label={message('shared.close')} size={28} onClick={onClose} />
      </CardHead>
      <CardBody>
        <Facts facts={facts} />
        {detail === '{}' ? null : (
          <>
            <p className={styles['label']}>{message('audit.detail')}</p>
            <pre className={styles['raw']}>{detail}</pre>
          </>
        )}
        <div className={styles['actions']}>
          <Button size={28} onClick={() => onFilter({ actor: entry.actor })}>
            {message('audit.sameActor', { actor: entry.actor })}
          </Button>
          {entry.target === null ? null : (
            <Button size={28} onClick={() => onFilter({ target: entry.target ?? undefined })}>
              {message('audit.sameTarget', { target: entry.target })}
            </Button>
          )}
          <CopyButton text={JSON.stringify(entry, null, 2)} what={message('audit.entryAsJson')} hasText />
        </div>
      </CardBody>
    </Card>
  )
}
