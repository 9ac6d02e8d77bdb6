import { type GarbageSettings, storageCare } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

export function GarbageDialog({ saved, onClose }: { saved: GarbageSettings; onClose: () => void }) {
  const save = useMutation(storageCare.saveGarbage, { refresh: [storageCare.garbage], onSuccess: onClose })
  // Nought stands for no limit.
  const limit = (value: number) => (value === 0 ? null : value)
  return (
    <SettingsDialog title={message('care.garbageSettings')} saved={saved} save={save} onClose={onClose}>
      {(draft, change) => (
        <>
          <ScheduleFields
            isOn={draft.isOn}
            onSwitch={(isOn) => change({ isOn })}
            label={message('care.everyHours')}
            unit={message('care.hours')}
            every={draft.everyHours}
            most={168}
            onEvery={(everyHours) => change({ everyHours })}
          />
          <NumberField
            label={message('care.undoDays')}
            description={message('care.undoHelp')}
            unit={message('care.days')}
            max={90}
            value={draft.undoDays}
            onChange={(undoDays) => change({ undoDays })}
          />
          <NumberField
            label={message('care.maxGigabytes')}
            description={message('care.noLimitHelp')}
            unit="GiB"
            value={draft.maxGigabytes ?? 0}
            onChange={(value) => change({ maxGigabytes: limit(value) })}
          />
          <NumberField
            label={message('care.maxMinutes')}
            description={message('care.noLimitHelp')}
            unit={message('care.minutes')}
            max={1440}
            value={draft.maxMinutes ?? 0}
            onChange={(value) => change({ maxMinutes: limit(value) })}
          />
        </>
      )}
    </SettingsDialog>
  )
}
