import { type ScrubSettings, storageCare } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

export function ScrubDialog({ saved, onClose }: { saved: ScrubSettings; onClose: () => void }) {
  const save = useMutation(storageCare.saveScrub, { refresh: [storageCare.scrub], onSuccess: onClose })
  return (
    <SettingsDialog title={message('care.scrubSettings')} saved={saved} save={save} onClose={onClose}>
      {(draft, change) => (
        <>
          <CheckRow
            label={message('care.byItself')}
            checked={draft.isOn}
            onChange={(isOn) => change({ isOn })}
          />
          <NumberField
            label={message('care.everyDays')}
            unit={message('care.days')}
            min={1}
            max={365}
            disabled={!draft.isOn}
            value={draft.everyDays}
            onChange={(everyDays) => change({ everyDays })}
          />
          <NumberField
            label={message('care.rate')}
            description={message('care.rateHelp')}
            unit="MB/s"
            min={1}
            max={10_000}
            value={draft.megabytesPerSecond}
            onChange={(megabytesPerSecond) => change({ megabytesPerSecond })}
          />
        </>
      )}
    </SettingsDialog>
  )
}
