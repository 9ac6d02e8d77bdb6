import { type StorageLimits, storageCare } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { CareCard } from './care-card.tsx'
import styles from './care.module.css'
import { limitState } from './queries.ts'
import { SettingsDialog } from './settings-dialog.tsx'

export function LimitsCard() {
  const state = useQuery(limitState)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CareCard
        title={message('care.limits')}
        state={state}
        settingsLabel={message('care.limitSettings')}
        onSettings={() => setOpen(true)}
      >
        {({ settings, usedPercent, state: how }) =>
          how === 'ok' ? (
            <p className={styles['line']}>{textOf(settings, usedPercent)}</p>
          ) : (
            <Notice look={how === 'full' ? 'error' : 'warn'}>
              {message(how === 'full' ? 'care.limitFull' : 'care.limitWarning', { percent: usedPercent })}{' '}
              {textOf(settings, usedPercent)}
            </Notice>
          )
        }
      </CareCard>
      {isOpen && state.data !== undefined ? (
        <LimitsDialog saved={state.data.settings} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

const textOf = ({ isOn, warnPercent, limitPercent }: StorageLimits, percent: number) =>
  isOn
    ? message('care.limitsText', { percent, warn: warnPercent, limit: limitPercent })
    : message('care.limitsOff', { percent })

function LimitsDialog({ saved, onClose }: { saved: StorageLimits; onClose: () => void }) {
  const save = useMutation(storageCare.saveLimits, { refresh: [storageCare.limits], onSuccess: onClose })
  const share = { unit: '%', min: 1, max: 100 }
  return (
    <SettingsDialog title={message('care.limitSettings')} saved={saved} save={save} onClose={onClose}>
      {(draft, change) => (
        <>
          <CheckRow
            label={message('care.limitsOn')}
            description={message('care.limitsHelp')}
            checked={draft.isOn}
            onChange={(isOn) => change({ isOn })}
          />
          <NumberField
            {...share}
            label={message('care.warnAt')}
            disabled={!draft.isOn}
            value={draft.warnPercent}
            onChange={(warnPercent) => change({ warnPercent })}
          />
          <NumberField
            {...share}
            label={message('care.refuseAt')}
            disabled={!draft.isOn}
            value={draft.limitPercent}
            onChange={(limitPercent) => change({ limitPercent })}
          />
        </>
      )}
    </SettingsDialog>
  )
}
