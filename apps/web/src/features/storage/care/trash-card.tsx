import { storageCare, transfers, type TrashSettings, type TrashState } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { size } from '../../../lib/numbers.ts'
import { useMutation } from '../../../lib/query.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { buttonClass, ChangeButton } from '../../../ui/button.tsx'
import { CheckRow } from '../../../ui/check-row.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { CareCard } from './care-card.tsx'
import styles from './care.module.css'
import { trashState } from './queries.ts'
import { SettingsDialog } from './settings-dialog.tsx'

export function TrashCard() {
  const state = useQuery(trashState)
  const [open, setOpen] = useState<'settings' | 'empty' | undefined>(undefined)
  const close = () => setOpen(undefined)
  const { data } = state
  return (
    <>
      <CareCard
        title={message('care.trash')}
        state={state}
        settingsLabel={message('care.trashSettings')}
        onSettings={() => setOpen('settings')}
        actions={
          <>
            <Link
              to="/repos/$"
              params={{ _splat: 'tree/General/auto-trashcan' }}
              className={buttonClass('outlined')}
            >
              {message('care.openTrash')}
            </Link>
            <ChangeButton disabled={data === undefined || data.files === 0} onClick={() => setOpen('empty')}>
              {message('care.emptyTrash')}
            </ChangeButton>
          </>
        }
      >
        {({ settings, files, bytes }) => (
          <>
            <p className={styles['line']}>
              {files === 0
                ? message('care.trashEmpty')
                : message('care.trashHolds', { files, size: size(bytes) })}
            </p>
            <p className={styles['line']}>
              {settings.isOn ? message('care.trashDays', { days: settings.days }) : message('care.trashOff')}
            </p>
          </>
        )}
      </CareCard>
      {open === 'settings' && data !== undefined ? (
        <TrashDialog saved={data.settings} onClose={close} />
      ) : null}
      {open === 'empty' && data !== undefined ? <EmptyDialog state={data} onClose={close} /> : null}
    </>
  )
}

function TrashDialog({ saved, onClose }: { saved: TrashSettings; onClose: () => void }) {
  const save = useMutation(transfers.changeTrashSettings, {
    refresh: [transfers.trashState],
    onSuccess: onClose,
  })
  return (
    <SettingsDialog title={message('care.trashSettings')} saved={saved} save={save} onClose={onClose}>
      {(draft, change) => (
        <>
          <CheckRow
            label={message('care.trashOn')}
            description={message('care.trashHelp')}
            checked={draft.isOn}
            onChange={(isOn) => change({ isOn })}
          />
          <NumberField
            label={message('care.trashKeep')}
            unit={message('care.days')}
            min={1}
            max={3650}
            value={draft.days}
            onChange={(days) => change({ days })}
          />
        </>
      )}
    </SettingsDialog>
  )
}

/** Bytes are lost: the consequence is named, and a word has to be typed. */
function EmptyDialog({ state: { files, bytes }, onClose }: { state: TrashState; onClose: () => void }) {
  const empty = useMutation(transfers.empty, {
    refresh: [transfers.trashState, storageCare.garbage],
    onSuccess: () => {
      notify('success', message('care.trashEmptied'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={message('care.emptyTitle')}
      action={message('care.emptyNow')}
      typed={message('care.emptyWord')}
      isBusy={empty.isPending}
      error={empty.error}
      onConfirm={() => empty.mutate({})}
      onClose={onClose}
    >
      <p>{message('care.emptyText', { files, size: size(bytes) })}</p>
    </ConfirmDialog>
  )
}
