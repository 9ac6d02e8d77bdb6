import type { RepositoryKind } from '@bindery/contracts'
import { useState } from 'react'
import { message, type MessageId } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { EditIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { KeyField } from './key-field.tsx'
import type { Planned } from './plan.ts'
import { Reach } from './reach.tsx'
import styles from './quick-setup.module.css'
import type { Outcomes } from './use-creation.ts'

interface PlanRowProps {
  planned: Planned
  outcome: ReturnType<Outcomes['get']>
  /** Keys that it cannot have. */
  others: string[]
  onRename: (key: string) => void
}

const uses: Partial<Record<RepositoryKind, MessageId>> = {
  local: 'quickSetup.useLocal',
  remote: 'quickSetup.useRemote',
  virtual: 'quickSetup.useVirtual',
}

export function PlanRow({ planned, outcome, others, onRename }: PlanRowProps) {
  const [isRenaming, setRenaming] = useState(false)
  const { key, kind, config, isThere } = planned
  const use = uses[kind]
  const url = String(config['url'] ?? '')
  if (isRenaming)
    return (
      <li className={styles['row']}>
        <KeyField
          value={key}
          others={others}
          onDone={(next) => {
            onRename(next)
            setRenaming(false)
          }}
        />
      </li>
    )
  return (
    <li className={styles['row']}>
      <code className={styles['key']}>{key}</code>
      {isThere ? null : (
        <IconButton
          icon={EditIcon}
          size={28}
          label={message('quickSetup.rename', { key })}
          onClick={() => setRenaming(true)}
        />
      )}
      <span className={styles['use']}>{use === undefined ? null : message(use, { address: url })}</span>
      {url === '' || isThere ? null : <Reach url={url} />}
      {outcome?.isMade === true ? (
        <Tag look="ok">{message('quickSetup.made')}</Tag>
      ) : isThere ? (
        <Tag>{message('quickSetup.isThere')}</Tag>
      ) : null}
      {outcome?.isMade === false ? (
        <div className={styles['why']}>
          <Notice look="error" isUrgent>
            {outcome.why}
          </Notice>
        </div>
      ) : null}
    </li>
  )
}
