import { type ScrubSettings, storageCare } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

export function ScrubDialog({ saved, onClose }: { saved: ScrubSettings; onClose: () => void }) {
  const save = useMutation(storageCare.saveScrub, { refresh: [storageCare.scrub], onSuccess: onClose })
  return (
    <SettingsDialog title={message('care.scrubSettings')} saved={saved} save={save} onClose={onClose}>
      {(draft, change) => (
        <>
          <ScheduleFields
            isOn={draft.isOn}
            onSwitch={(isOn) => change({ isOn })}
            label={message('care.everyDays')}
            unit={message('care.days')}
            every={draft.everyDays}
            most={365}
            onEvery={(everyDays) => change({ everyDays })}
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
