import { type ScrubSettings, storageCare } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { useMutation } from '../../../lib/query.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

export function ScrubDialog({ saved, onClose }: { saved: ScrubSettings; onClose: () => void }) {
  const [draft, setDraft] = useState(saved)
  const change = (part: Partial<ScrubSettings>) => setDraft({ ...draft, ...part })
  const save = useMutation(storageCare.saveScrub, { refresh: [storageCare.scrub], onSuccess: onClose })
  return (
    <SettingsDialog
      title={message('care.scrubSettings')}
      isBusy={save.isPending}
      error={save.error}
      onSave={() => save.mutate({ body: draft })}
      onClose={onClose}
    >
      <CheckRow label={message('care.byItself')} checked={draft.isOn} onChange={(isOn) => change({ isOn })} />
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
    </SettingsDialog>
  )
}
